import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchFile, fetchFileWithToken, isAddressOf } from '@gateway/platform-kit';
import { expectNoSecret, rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

async function serve(listener: RequestListener): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const SECRET = 'secret-of-the-bot';

/** A request of an adapter whose address and header have a secret. */
const request = (root: string, more: Partial<Parameters<typeof fetchFile>[0]> = {}) => ({
  fetch,
  url: `${root}/file/${SECRET}/a.txt`,
  headers: { authorization: `Bearer ${SECRET}` },
  signal: new AbortController().signal,
  service: 'Example',
  settings: 'PLATFORM_EXAMPLE_API_URL if it is set',
  ...more,
});

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('fetchFile', () => {
  it('follows a redirect to another host without the credentials', async () => {
    const other = await serve((_request, response) => void response.end('content'));
    const { url } = await serve((_request, response) => void response.writeHead(302, { location: other.url }).end());
    expect(await textOf(await fetchFile(request(url, { followRedirects: true })))).toBe('content');
    expect(other.requests).toHaveLength(1);
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(other.requests[0]?.rawHeaders)).not.toContain(SECRET);
  });

  it('follows no redirect unless the adapter wants it, and calls no other host', async () => {
    const other = await serve((_request, response) => void response.end('content'));
    const { url } = await serve((_request, response) => void response.writeHead(302, { location: other.url }).end());
    expect(await rejection(fetchFile(request(url)))).toMatchObject({ name: 'PlatformError', code: 'unavailable' });
    expect(other.requests).toEqual([]);
  });

  it.each([
    [401, 'auth'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [410, 'not_found'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
  ])('turns the status %i into the error %s, without the address', async (status, code) => {
    const { url } = await serve((_request, response) => void response.writeHead(status, { 'retry-after': '3' }).end());
    const error = await rejection(fetchFile(request(url)));
    expect(error).toMatchObject({ name: 'PlatformError', code, retryAfterMs: status === 429 ? 3000 : null });
    expectNoSecret(error, SECRET);
  });

  it('names the code of a refused address, and shows neither the address nor the cause', async () => {
    const refuse = () =>
      Promise.reject(
        new TypeError(`fetch of ${SECRET} failed`, {
          cause: Object.assign(new Error(SECRET), { code: 'EREFUSED_ADDRESS' }),
        }),
      );
    const error = await rejection(fetchFile(request('http://10.0.0.1', { fetch: refuse })));
    expect(error.message).toBe('Example could not be reached (EREFUSED_ADDRESS).');
    expectNoSecret(error, SECRET);
  });

  it('rejects with a PlatformError when the connection ends before the file does', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a part', () => response.destroy());
    });
    const error = await rejection(fetchFile(request(url)).then(textOf));
    expect(error).toMatchObject({ name: 'PlatformError', code: 'unavailable' });
    expectNoSecret(error, SECRET);
  });

  it('refuses an answer that the adapter does not take for the file', async () => {
    const { url } = await serve((_request, response) => void response.end('<p>Sign in</p>'));
    const refuse = () => Object.assign(new Error('This is a page.'), { name: 'PlatformError' }) as never;
    expect((await rejection(fetchFile(request(url, { refuse })))).message).toBe('This is a page.');
  });

  it('reads an empty file', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(204).end());
    expect(await textOf(await fetchFile(request(url)))).toBe('');
  });
});

describe('fetchFileWithToken', () => {
  it('fetches once more with a new token after a 401, and then rejects', async () => {
    const { url, requests } = await serve((_request, response) => void response.writeHead(401).end());
    const given = ['first', 'second'];
    const dropped: string[] = [];
    const tokens = { get: async () => given[dropped.length] ?? '', drop: (token: string) => void dropped.push(token) };
    expect(await rejection(fetchFileWithToken(tokens, request(url)))).toMatchObject({ code: 'auth' });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
    expect(dropped).toEqual(['first']);
  });
});

describe('isAddressOf', () => {
  const roots = ['https://api.example.org/path', 'http://127.0.0.1:8080'];

  it.each([
    'https://api.example.org/file',
    'http://127.0.0.1:8080/a',
    'https://example.com/a',
    'https://cdn.example.com/a',
  ])('gives credentials to %s', (url) => expect(isAddressOf(url, roots, ['example.com'])).toBe(true));

  it.each([
    'https://example.com.evil.example/a',
    'https://evilexample.com/a',
    'http://cdn.example.com/a',
    'https://cdn.example.com:8443/a',
    'https://evil@cdn.example.com/a',
    'https://api.example.org@evil.example/a',
    'http://api.example.org/a',
    'http://127.0.0.1:8081/a',
    'https://evil.example/?https://cdn.example.com',
    'file:///etc/passwd',
    'no address',
    '',
  ])('gives no credentials to “%s”', (url) => expect(isAddressOf(url, roots, ['example.com'])).toBe(false));
});
