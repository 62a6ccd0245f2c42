import type { InboundFile } from '@gateway/platform-kit';
import { expectNoSecret, rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { changeOf, connect, credentials, signedRequest } from './harness.js';

const LOOKASIDE = 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1&ext=2&hash=3';

/** A connection that received a message, and the requests that its file makes; `url` is what the API says. */
async function received(message: object, url = LOOKASIDE, answer = () => new Response('content')) {
  const requests: { url: string; token: string | null }[] = [];
  const gateway = await connect({
    fetch: async (input, init) => {
      requests.push({ url: input as string, token: new Headers(init?.headers).get('authorization') });
      if (!(input as string).startsWith('https://graph.facebook.com/')) return answer();
      return Response.json({ messaging_product: 'whatsapp', url, mime_type: 'image/png', file_size: 7, id: '1' });
    },
  });
  const value = { messages: [{ from: '4915100000001', id: 'wamid.1', timestamp: '1767225600', ...message }] };
  await gateway.connection.webhook!(signedRequest(changeOf(credentials.phone_number_id, value)));
  const files: InboundFile[] = gateway.stored.flatMap((event) => ('files' in event && event.files) || []);
  const read = async () => {
    const parts: Uint8Array[] = [];
    for await (const chunk of (await files[0]?.read(new AbortController().signal)) ?? []) parts.push(chunk);
    return Buffer.concat(parts).toString();
  };
  return { gateway, files, read, requests };
}

describe('WhatsApp files', () => {
  it('are fetched with the token, by the address that the API gives for the media id', async () => {
    const image = { id: '1', mime_type: 'image/png', caption: 'The chart' };
    const { gateway, read, requests } = await received({ type: 'image', image, context: { id: 'wamid.0' } });
    expect(gateway.stored).toMatchObject([
      { kind: 'text', text: 'The chart', replyTo: 'wamid.0', files: [{ name: null, size: null }] },
    ]);
    expect(await read()).toBe('content');
    expect(requests.map(({ url }) => new URL(url).host)).toEqual(['graph.facebook.com', 'lookaside.fbsbx.com']);
    for (const { token } of requests) expect(token).toBe(`Bearer ${credentials.access_token}`);
  });

  it.each([
    ['document', { id: '1', filename: '../a\u0000.pdf' }, '../a\u0000.pdf'],
    ['audio', { id: '1', voice: true }, null],
    ['video', { id: '1' }, null],
  ])('can be of the type %s', async (type, media, name) => {
    const { gateway, read } = await received({ type, [type]: media });
    expect(gateway.stored).toMatchObject([{ kind: 'other', messageId: 'wamid.1', files: [{ name }] }]);
    expect(await read()).toBe('content');
  });

  it.each([
    ['sticker', { id: '1', animated: false }],
    ['location', { latitude: 1, longitude: 2 }],
    ['contacts', [{ name: {} }]],
  ])('are not a message of the type %s', async (type, content) => {
    const { gateway } = await received({ type, [type]: content });
    expect(gateway.stored).toMatchObject([{ kind: 'other' }]);
    expect(gateway.stored[0]).not.toHaveProperty('files');
  });

  it.each([
    'https://evil.example/a',
    'https://fbsbx.com.evil.example/a',
    'http://lookaside.fbsbx.com/a',
    'https://lookaside.fbsbx.com@evil.example/a',
    'http://10.0.0.1/a',
    'no address',
  ])('at %s are refused without a request', async (url) => {
    const { read, requests } = await received({ type: 'image', image: { id: '1' } }, url);
    expect(await rejection(read())).toMatchObject({ name: 'PlatformError', code: 'invalid' });
    expect(requests.map((request) => new URL(request.url).host)).toEqual(['graph.facebook.com']);
  });

  it('with an id that is a path stay below the API', async () => {
    const { read, requests } = await received({ type: 'image', image: { id: '../me?fields=x#' } });
    await read();
    const { pathname, searchParams } = new URL(requests[0]?.url ?? '');
    expect(pathname).toMatch(/^\/v\d+\.\d+\/\.\.%2Fme%3Ffields%3Dx%23$/);
    expect(searchParams.get('fields')).toBeNull();
  });

  it('that Meta refuses are an error without the token', async () => {
    const refuse = () => new Response('', { status: 403 });
    const { read } = await received({ type: 'image', image: { id: '1' } }, LOOKASIDE, refuse);
    const error = await rejection(read());
    expect(error).toMatchObject({ name: 'PlatformError', code: 'forbidden' });
    expectNoSecret(error, credentials.access_token);
  });
});
