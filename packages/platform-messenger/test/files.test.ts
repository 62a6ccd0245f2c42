import type { InboundFile } from '@gateway/platform-kit';
import { rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { connect, fromPerson, pageEvents, signedRequest } from './harness.js';

const attached = (type: string, url: string, more: object = {}) => ({ type, payload: { url, ...more } });

/** A connection that received a message, and the requests that its files make. */
async function received(message: object, answer = () => new Response('content')) {
  const requests: { url: string; headers: string[] }[] = [];
  const gateway = await connect({
    fetch: async (input, init) => {
      requests.push({ url: input as string, headers: [...new Headers(init?.headers).keys()] });
      return answer();
    },
  });
  await gateway.connection.webhook!(signedRequest(pageEvents(fromPerson({ message: { mid: 'm_1', ...message } }))));
  const files: InboundFile[] = gateway.stored.flatMap((event) => ('files' in event && event.files) || []);
  const read = async (place = 0) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of (await files[place]?.read(new AbortController().signal)) ?? []) parts.push(chunk);
    return Buffer.concat(parts).toString();
  };
  return { gateway, read, requests };
}

describe('Messenger files', () => {
  it('are fetched from their addresses without the page token, in order', async () => {
    const urls = ['https://scontent.example/a.jpg?oh=1', 'https://cdn.example/b.pdf', 'https://cdn.example/c.mp4'];
    const [image, document, video] = urls as [string, string, string];
    const attachments = [attached('image', image), attached('file', document), attached('video', video)];
    const { gateway, read, requests } = await received({ text: 'All three', attachments, reply_to: { mid: 'm_0' } });
    const unnamed = { name: null, size: null };
    expect(gateway.stored).toMatchObject([
      { kind: 'text', text: 'All three', replyTo: 'm_0', files: [unnamed, unnamed, unnamed] },
    ]);
    for (const place of [0, 1, 2]) expect(await read(place)).toBe('content');
    expect(requests).toEqual(urls.map((url) => ({ url, headers: [] })));
  });

  it('without a text are another event', async () => {
    const { gateway } = await received({ attachments: [attached('audio', 'https://cdn.example/a.mp4')] });
    expect(gateway.stored).toMatchObject([{ kind: 'other', messageId: 'm_1', files: [{}] }]);
  });

  it('are not stickers, shared links and templates', async () => {
    const attachments = [
      attached('image', 'https://scontent.example/like.png', { sticker_id: 369_239_263_222_822 }),
      attached('fallback', 'https://example.com/page'),
      { type: 'template', payload: {} },
    ];
    const { gateway } = await received({ attachments });
    expect(gateway.stored).toMatchObject([{ kind: 'other' }]);
    expect(gateway.stored[0]).not.toHaveProperty('files');
  });

  it('whose address has ended are an error without the address', async () => {
    const attachments = [attached('image', 'https://scontent.example/a.jpg?oh=secret')];
    const { read } = await received({ attachments }, () => new Response('', { status: 403 }));
    const error = await rejection(read());
    expect(error).toMatchObject({ name: 'PlatformError', code: 'forbidden' });
    expect(error.explanation).not.toContain('oh=');
  });
});
