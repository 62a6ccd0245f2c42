import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Gateway, GatewayError } from '@gateway/client';
import { onCleanUp } from '../harness/shared.js';
import { startClient } from './asking.js';

/** A proxy in front of a gateway. `answers` replace its first responses. */
async function startProxy(url: string, answers: ((response: ServerResponse) => void)[]): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers.shift();
    if (answer) answer(response);
    else void forward(url + (request.url ?? ''), request.method ?? 'GET', request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function forward(
  url: string,
  method: string,
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method, headers, ...(method === 'POST' && { body: Buffer.concat(chunks) }) });
  response.writeHead(reply.status, headers).end(await reply.text());
}

it('a client repeats a request after errors of a proxy, a lost response and Retry-After', async () => {
  const { gateway, list } = await startClient();
  const delays: number[] = [];
  const url = await startProxy(gateway.url, [
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
    (response) => response.writeHead(503, { 'retry-after': '1' }).end(),
    (response) => response.destroy(),
    (response) => (
      response.writeHead(200, { 'content-length': '100' }),
      response.write('{'),
      setTimeout(() => response.destroy(), 20)
    ),
  ]);
  const client = new Gateway({ url, channel: 'approvals', onRetry: (_error, delayMs) => delays.push(delayMs) });
  expect((await client.createPrompt({ text: 'Deploy?', options: ['Yes'] })).prompt_id).toBe('#1');
  expect(delays).toHaveLength(4);
  expect(delays[1]).toBe(1000);
  expect((await list()).json).toHaveLength(1);
});

it('a client does not repeat a request after an error that is final, and does not follow a redirect with its key', async () => {
  const { gateway } = await startClient();
  const url = await startProxy(gateway.url, [
    (response) => response.writeHead(404).end('<h1>Not Found</h1>'),
    (response) => response.writeHead(307, { location: 'http://elsewhere.example/' }).end(),
  ]);
  const client = new Gateway({ url, apiKey: 'secret', onRetry: () => expect.unreachable('a retry') });
  const ask = () => client.createPrompt({ text: 'Deploy?', allow_text: true });
  await expect(ask()).rejects.toEqual(expect.objectContaining({ status: 404, code: null, retryable: false }));
  await expect(ask()).rejects.toBeInstanceOf(GatewayError);
});

it('a client reports the sign-in page of a proxy as an error, and does not repeat the request', async () => {
  const { gateway } = await startClient();
  const page = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Sign in</h1>');
  const url = await startProxy(gateway.url, [page]);
  const client = new Gateway({ url, onRetry: () => expect.unreachable('a retry') });
  const refused = await client.createPrompt({ text: 'Deploy?' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatewayError);
  expect(refused).toMatchObject({
    code: null,
    retryable: false,
    message: `200: The server at ${url} answered text/html instead of JSON: is this the gateway, or a proxy in front of it?`,
  });
});
