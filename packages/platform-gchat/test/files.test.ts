import type { InboundFile } from '@gateway/platform-kit';
import { rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { start, type Harness } from './harness.js';

const ada = { name: 'users/1', displayName: 'Ada', type: 'HUMAN' };
const message = (attachment: readonly object[], more: object = {}) => ({
  type: 'MESSAGE',
  user: ada,
  space: { name: 'spaces/A', type: 'ROOM', spaceType: 'SPACE' },
  message: {
    name: 'spaces/A/messages/T.M',
    sender: ada,
    thread: { name: 'spaces/A/threads/T' },
    attachment,
    ...more,
  },
});
const uploaded = (resourceName: string, contentName = 'a.txt') => ({
  name: 'spaces/A/messages/T.M/attachments/B',
  contentName,
  contentType: 'text/plain',
  source: 'UPLOADED_CONTENT',
  attachmentDataRef: { resourceName },
});

/** A connection, and the requests for files that it makes. */
async function open(answer: () => Response): Promise<{ harness: Harness; urls: string[]; tokens: (string | null)[] }> {
  const urls: string[] = [];
  const tokens: (string | null)[] = [];
  const harness = await start({
    fetch: async (input, init) => {
      if (!(input as string).includes('/v1/media/')) return await fetch(input, init);
      urls.push(input as string);
      tokens.push(new Headers(init?.headers).get('authorization'));
      return answer();
    },
  });
  return { harness, urls, tokens };
}

const filesOf = ({ stored }: Harness): InboundFile[] =>
  stored.flatMap((event) => ('files' in event && event.files) || []);

async function read(one: InboundFile | undefined): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of (await one?.read(new AbortController().signal)) ?? []) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('Google Chat files', () => {
  it('are fetched from the media API with the token of the app', async () => {
    const { harness, urls, tokens } = await open(() => new Response('content'));
    await harness.receive(message([uploaded('Cl/a+b==')], { text: '' }));
    expect(harness.stored).toMatchObject([
      { kind: 'other', replyTo: 'spaces/A/threads/T', thread: 'T', files: [{ name: 'a.txt', size: null }] },
    ]);
    expect(await read(filesOf(harness)[0])).toBe('content');
    expect(urls).toEqual([`${harness.sim.url}/v1/media/Cl/a%2Bb%3D%3D?alt=media`]);
    expect(tokens[0]).toMatch(/^Bearer ./);
  });

  it('cannot name an address: their names stay below the media API', async () => {
    const { harness, urls } = await open(() => new Response('content'));
    const names = ['https://evil.example/a', '//evil.example/a', '@evil.example/a', 'a?alt=json#', '..\\..\\a'];
    const outside = ['../spaces/A/messages', 'a/../../spaces', './a'];
    await harness.receive(message([...names, ...outside].map((name) => uploaded(name))));
    for (const file of filesOf(harness)) await read(file);
    expect(urls).toHaveLength(names.length);
    for (const url of urls) {
      expect(url.startsWith(`${harness.sim.url}/v1/media/`)).toBe(true);
      expect(new URL(url).origin).toBe(harness.sim.url);
      expect(new URL(url).search).toBe('?alt=media');
    }
  });

  it('are fetched with a new token when the old one was revoked', async () => {
    const answers = [new Response('', { status: 401 }), new Response('content')];
    const { harness, tokens } = await open(() => answers.shift() ?? new Response('', { status: 500 }));
    await harness.receive(message([uploaded('A')]));
    expect(await read(filesOf(harness)[0])).toBe('content');
    expect(new Set(tokens).size).toBe(2);
  });

  it('are not files of Google Drive', async () => {
    const { harness } = await open(() => new Response('content'));
    const drive = { contentName: 'a', source: 'DRIVE_FILE', driveDataRef: { driveFileId: '1' } };
    await harness.receive(message([drive]));
    await harness.receive(message([drive, uploaded('A')], { text: 'both', argumentText: 'both' }));
    expect(harness.stored).toMatchObject([{ kind: 'text', text: 'both', files: [{ name: 'a.txt' }] }]);
  });

  it('that the app may not read are an error', async () => {
    const { harness } = await open(() => new Response('', { status: 403 }));
    await harness.receive(message([uploaded('A', '../a\u0000.txt')]));
    expect(filesOf(harness)[0]?.name).toBe('../a\u0000.txt');
    expect(await rejection(read(filesOf(harness)[0]))).toMatchObject({ name: 'PlatformError', code: 'forbidden' });
  });
});
