import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { requestFetch } from '../src/fetch/request-fetch.js';

const dispatcher = new Agent();
const quick = requestFetch(dispatcher);
const connections = new Set<unknown>();
let url: string;
let other: string;

const echo = async (request: IncomingMessage) => {
  const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers } = request.headers;
  // Fetch sends more headers, which describe a page that there is not.
  delete headers['sec-fetch-mode'];
  const sorted = Object.fromEntries(Object.entries(headers).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return JSON.stringify({ method: request.method, url: request.url, headers: sorted, body: await readAll(request) });
};

/** Echoes requests. Paths with a status redirect to the path after it; others answer in the way that they name. */
const server = createServer((request, response) => {
  connections.add(request.socket);
  const path = request.url ?? '';
  const [, status, target = ''] = /^\/(30\d)(\/.*)$/.exec(path) ?? [];
  void echo(request).then((body) => {
    if (status !== undefined)
      return response.writeHead(Number(status), { location: target.replace(/^\/to=/, '') }).end();
    if (path === '/gzip') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
    if (path === '/br') return response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(body));
    if (path === '/204') return response.writeHead(204).end();
    if (path === '/503')
      return response.writeHead(503, 'Busy', { 'retry-after': '3', 'set-cookie': ['a=1', 'b=2'] }).end('busy');
    if (path === '/text') return response.end('{"half":');
    if (path === '/hang') return;
    if (path === '/half') {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      return;
    }
    if (path === '/cut')
      return response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
    return response.setHeader('content-type', 'application/json').end(body);
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  [url, other] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
});

afterAll(async () => {
  await dispatcher.destroy();
  server.closeAllConnections();
  server.close();
});

/** What a caller sees of an answer, or of an error. */
async function outcome(exchange: Promise<Response>) {
  try {
    const response = await exchange;
    const { status, statusText, ok, headers } = response;
    const text = await response.text();
    const shown = [...headers].filter(
      ([name]) => !['date', 'keep-alive', 'connection', 'transfer-encoding'].includes(name),
    );
    return { status, statusText, ok, url: response.url, headers: shown, text, used: response.bodyUsed };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { name, code: cause?.code };
  }
}

const form = () => {
  const data = new FormData();
  data.append('file', new Blob(['content']), 'a.txt');
  return data;
};

describe('the fetch of adapters equals the standard one', () => {
  const requests: [string, string, RequestInit?][] = [
    ['a read', '/a?b=c'],
    ['a text', '/a', { method: 'POST', body: 'téxt' }],
    [
      'JSON with headers',
      '/a',
      { method: 'post', body: '{}', headers: { 'Content-Type': 'application/json', 'X-A': 'b' } },
    ],
    [
      'a Headers object',
      '/a',
      {
        headers: new Headers([
          ['x-a', '1'],
          ['x-a', '2'],
        ]),
      },
    ],
    ['a list of headers', '/a', { headers: [['X-A', '1']] }],
    ['URL parameters', '/a', { method: 'POST', body: new URLSearchParams({ a: 'b c', d: 'é' }) }],
    ['bytes', '/a', { method: 'PUT', body: new Uint8Array([104, 105]) }],
    ['a user agent', '/a', { headers: { 'User-Agent': 'x' } }],
    ['a deletion', '/a', { method: 'DELETE' }],
    ['an answer without a body', '/204'],
    ['an error', '/503'],
    ['a compressed answer', '/gzip'],
    ['an answer compressed with brotli', '/br'],
    ['a broken answer', '/cut'],
    ['a followed redirect', '/302/a'],
    [
      'a followed redirect of a POST',
      '/302/a',
      { method: 'POST', body: 'x', headers: { authorization: 'secret', 'x-a': 'b' } },
    ],
    ['a redirect that keeps the method', '/307/a', { method: 'POST', body: 'x', headers: { authorization: 'secret' } }],
    ['a redirect to a read', '/303/a', { method: 'PUT', body: 'x' }],
    ['a redirect that is not followed', '/302/a', { redirect: 'manual' }],
    ['a forbidden redirect', '/302/a', { redirect: 'error' }],
    ['a body of a read', '/a', { body: 'x' }],
  ];
  it.each(requests)('for %s', async (_, path, init = {}) => {
    expect(await outcome(quick(`${url}${path}`, init))).toEqual(await outcome(fetch(`${url}${path}`, init)));
  });

  it('for a redirect to another server, which does not receive what authenticates the request', async () => {
    const init = { method: 'POST', body: 'x', headers: { authorization: 'secret', cookie: 'a=b' } };
    const address = `${url}/307/to=${other}/a`;
    const outcomes = [await outcome(quick(address, init)), await outcome(fetch(address, init))];
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(JSON.stringify(outcomes[0])).not.toContain('secret');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://127.0.0.1:1025/',
    'http://name.invalid/',
    'no address',
    'ftp://127.0.0.1/',
    'http://a:b@127.0.0.1/',
  ])('for the unusable address %s', async (address) => {
    const [ours, theirs] = [await outcome(quick(address)), await outcome(fetch(address))];
    expect(ours).toEqual(theirs);
  });

  it('for a form, whose boundary is random', async () => {
    const reply = await quick(`${url}/a`, { method: 'POST', body: form() });
    const { body, headers } = (await reply.json()) as { body: string; headers: Record<string, string> };
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('filename="a.txt"');
  });

  it.each(['/hang', '/half'])('for a request to %s that is aborted', async (path) => {
    for (const send of [quick, fetch]) {
      const controller = new AbortController();
      const reason = new Error('enough');
      const arrived = once(server, 'request');
      const answered = send(`${url}${path}`, { signal: controller.signal }).then((response) => response.text());
      await arrived;
      controller.abort(reason);
      await expect(answered).rejects.toBe(reason);
      await expect(send(`${url}/a`, { signal: controller.signal })).rejects.toBe(reason);
    }
  });

  it('for each way to read an answer', async () => {
    const ways: ((response: Response) => Promise<unknown>)[] = [
      (response) => response.json(),
      async (response) => Buffer.from(await response.arrayBuffer()).toString(),
      async (response) => await (await response.blob()).text(),
      async (response) => await response.clone().text(),
      async (response) => await readAll(response.body as never),
      async (response) => [response.bodyUsed, response.body !== null, await response.text(), response.bodyUsed],
      async (response) => [response instanceof Response, response.type.length > 0, response.redirected],
      async (response) => await response.text().then(() => response.text()),
    ];
    for (const path of ['/a', '/204', '/text'])
      for (const [index, read] of ways.entries()) {
        const outcomes = await Promise.all(
          [quick, fetch].map(async (send) => {
            const response = await send(`${url}${path}`);
            return await read(response).catch((error: Error) => error.name);
          }),
        );
        expect([path, index, outcomes[0]]).toEqual([path, index, outcomes[1]]);
      }
  });
});

it('sequential requests reuse their connection', async () => {
  const own = new Agent();
  onTestFinished(() => own.destroy());
  const send = requestFetch(own);
  connections.clear();
  for (let count = 0; count < 5; count += 1) await (await send(`${url}/a`, { method: 'POST', body: 'x' })).text();
  // The next request can begin before the connection of the previous one is free.
  expect(connections.size).toBeLessThanOrEqual(2);
});
