import { rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { createReadFile } from '../src/files.js';
import { parseMessage } from '../src/inbound.js';
import { createThreads } from '../src/threads.js';

const URL_OF_A = 'https://cdn.discordapp.com/attachments/1/2/a.txt?ex=1&is=2&hm=3&';

/** The event of a message with these attachments, and the requests that its files make. */
function received(attachments: readonly object[], more: object = {}, answer = () => new Response('content')) {
  const requests: { url: string; headers: Headers; redirect: unknown }[] = [];
  const readFile = createReadFile(async (input, init) => {
    requests.push({ url: input as string, headers: new Headers(init?.headers), redirect: init?.redirect });
    return answer();
  });
  const author = { id: '1400000000000000001', username: 'ada' };
  const message = { id: '3', channel_id: '4', guild_id: '5', type: 0, author, content: '', attachments, ...more };
  const event = parseMessage(message, { threads: createThreads(), readFile, self: null });
  const files = typeof event === 'object' ? (event?.files ?? []) : [];
  const read = async (place = 0) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of (await files[place]?.read(new AbortController().signal)) ?? []) parts.push(chunk);
    return Buffer.concat(parts).toString();
  };
  return { event, files, read, requests };
}

describe('Discord files', () => {
  it('are fetched without the bot token, from the address as it is', async () => {
    const { event, read, requests } = received([{ id: '2', filename: 'a.txt', size: 7, url: URL_OF_A }]);
    expect(event).toMatchObject({ kind: 'other', id: 'message:3', files: [{ name: 'a.txt', size: 7 }] });
    expect(await read()).toBe('content');
    expect(requests.map(({ url }) => url)).toEqual([URL_OF_A]);
    expect([...(requests[0]?.headers.keys() ?? [])]).toEqual([]);
  });

  it('pass on a name with a path and control characters, and a size that is not that of the bytes', async () => {
    const filename = '../../a\u0000\u202e.txt';
    const { files, read } = received([{ id: '2', filename, size: 1, url: URL_OF_A }]);
    expect(files).toMatchObject([{ name: filename, size: 1 }]);
    expect(await read()).toBe('content');
  });

  it('of a reply and with a text are part of the text', () => {
    const attachments = [
      { id: '2', filename: 'a.txt', size: 7, url: URL_OF_A },
      { id: '6', filename: 'b.txt', size: 8, url: URL_OF_A },
    ];
    const { event } = received(attachments, { type: 19, content: 'Both', message_reference: { message_id: '9' } });
    expect(event).toMatchObject({
      kind: 'text',
      text: 'Both',
      replyTo: '9',
      files: [{ name: 'a.txt' }, { name: 'b.txt' }],
    });
  });

  it('are not stickers, link previews and attachments of another shape', () => {
    const more = { sticker_items: [{ id: '1' }], embeds: [{ type: 'link', url: 'https://example.com' }] };
    expect(received([{ id: '2' }], more).event).toBeNull();
  });

  it('whose address is no longer valid are an error without the address', async () => {
    const { read } = received([{ url: URL_OF_A }], {}, () => new Response('gone', { status: 404 }));
    const error = await rejection(read());
    expect(error).toMatchObject({ name: 'PlatformError', code: 'not_found' });
    expect(error.message).not.toContain('hm=');
  });
});
