import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchFile } from '@gateway/platform-kit';
import { rejection } from '@gateway/platform-kit/testing';
import { Agent } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { requestFetch } from '../src/fetch/request-fetch.js';

const CONTENT = randomBytes(3 * 1024 * 1024);

/** A server with a file at `/file`, redirects to it at `/away`, and files that end too early; and the gateway's own fetch. */
async function start() {
  const tokens: (string | undefined)[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    tokens.push(headers.authorization);
    if (url === '/away') return response.writeHead(302, { location: `http://localhost:${port}/file` }).end();
    if (url === '/file') return response.end(CONTENT);
    return response
      .writeHead(200, { 'content-length': CONTENT.length })
      .write(CONTENT.subarray(0, 70_000), () => void (url === '/cut' && response.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dispatcher = new Agent();
  onTestFinished(async () => {
    await dispatcher.destroy();
    server.closeAllConnections();
    server.close();
  });
  const open = (path: string, signal = new AbortController().signal) =>
    fetchFile({
      fetch: requestFetch(dispatcher),
      url: `http://127.0.0.1:${port}${path}`,
      headers: { authorization: 'Bearer secret' },
      followRedirects: true,
      signal,
      service: 'Example',
      settings: 'nothing',
    });
  return { open, tokens };
}

async function read(chunks: Promise<AsyncIterable<Uint8Array>>, onChunk = () => {}): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of await chunks) {
    parts.push(chunk);
    onChunk();
  }
  return Buffer.concat(parts);
}

it('the gateway downloads a file of 3 MB for an adapter, byte for byte', async () => {
  const { open } = await start();
  expect(Buffer.compare(await read(open('/file')), CONTENT)).toBe(0);
});

it('the gateway downloads a file at another host without the credentials of the adapter', async () => {
  const { open, tokens } = await start();
  expect(Buffer.compare(await read(open('/away')), CONTENT)).toBe(0);
  expect(tokens).toEqual(['Bearer secret', undefined]);
});

it('an aborted signal ends a download that hangs, with a PlatformError', async () => {
  const { open } = await start();
  const abort = new AbortController();
  const error = await rejection(read(open('/hang', abort.signal), () => abort.abort()));
  expect(error).toMatchObject({ name: 'PlatformError', message: 'The download from Example was cancelled.' });
});

it('a download that the platform cuts off is a PlatformError', async () => {
  const { open } = await start();
  expect(await rejection(read(open('/cut')))).toMatchObject({ name: 'PlatformError', code: 'unavailable' });
});
