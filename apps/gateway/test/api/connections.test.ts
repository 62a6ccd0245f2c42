import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { openBrowser, setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

/** One TCP connection that a test writes to byte by byte. */
interface Line {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** The status codes of the responses so far. */
  statuses(): number[];
  isClosed(): boolean;
}

async function open(gateway: Pick<TestGateway, 'url'>): Promise<Line> {
  const { hostname, port } = new URL(gateway.url);
  // Nagle's algorithm would hold small writes back until the one before is acknowledged.
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  onTestFinished(() => void socket.destroy());
  let received = '';
  let closed = false;
  socket.on('data', (data: Buffer) => (received += data.toString('latin1'))).on('error', () => {});
  socket.on('close', () => (closed = true));
  await once(socket, 'connect');
  return {
    socket,
    received: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    isClosed: () => closed,
  };
}

/** The head of a request, with the headers that are the same in every test. */
const head = (first: string, ...headers: string[]) =>
  `${[`${first} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';
const LARGE = 20_000_000;

describe('a kept-alive connection', () => {
  it.each([
    [
      'an upload with a complete body',
      head('POST /v1/prompts/new', 'Content-Type: text/plain', 'Content-Length: 4') + 'text',
    ],
    [
      'an invalid form',
      head('POST /v1/prompts/new', 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 5') + '--y--',
    ],
    ['a body on a route that takes none', head('PUT /v1/prompts', 'Content-Length: 2') + '{}'],
    ['truncated JSON', head('POST /v1/prompts/new', json, 'Content-Length: 2') + '{"'],
  ])('stays open after a rejected request: %s', async (_, refused) => {
    const clock = manualClock();
    const gateway = await startTestGateway({ clock });
    const line = await open(gateway);
    // The body is sent after the head, so that the request is rejected before its body has arrived.
    const [first = '', body = ''] = refused.split(/(?<=\r\n\r\n)/);
    line.socket.write(first);
    await until(() => line.socket.bytesWritten === first.length);
    line.socket.write(body);
    // Pipelined: a request that outlasts the time limit of an unfinished body.
    line.socket.write(head('GET /v1/events'));
    await until(() => line.received().includes('retry: 1000'));
    clock.advance(10_000);
    await fetch(`${gateway.url}/healthz`);
    expect(line.isClosed()).toBe(false);
    expect(line.statuses()).toEqual([expect.any(Number), 200]);
  });

  it('stays open when a pipelined body is complete before its rejection is sent', async () => {
    const clock = manualClock();
    const { gateway, ask } = await startAsking({ clock });
    await ask();
    const line = await open(gateway);
    line.socket.write(head('GET /v1/prompts/1?wait=60'));
    line.socket.write(head('POST /v1/prompts/new', 'Content-Type: text/plain', 'Content-Length: 4') + 'te');
    await until(() => gateway.logLines.some((text) => text.includes('/v1/prompts/1')) || line.socket.bytesWritten > 0);
    await until(() => clock.waiting > 0);
    line.socket.write('xt');
    await fetch(`${gateway.url}/healthz`);
    await fetch(`${gateway.url}/v1/prompts/1/cancel`, { method: 'POST' });
    await until(() => line.statuses().length === 2);
    line.socket.write(head('GET /v1/events'));
    await until(() => line.received().includes('retry: 1000'));
    clock.advance(10_000);
    await fetch(`${gateway.url}/healthz`);
    expect(line.isClosed()).toBe(false);
    expect(line.statuses()).toEqual([200, 415, 200]);
  });

  it('is closed when the body of a rejected request does not end', async () => {
    const clock = manualClock();
    const gateway = await startTestGateway({ clock });
    const line = await open(gateway);
    line.socket.write(head('POST /v1/prompts/new', 'Content-Type: text/plain', `Content-Length: ${LARGE}`));
    await until(() => line.statuses().includes(415));
    clock.advance(2000);
    await until(line.isClosed);
  });
});

describe('a malformed request is rejected with an error body and X-Request-Id:', () => {
  it.each([
    ['without a Host header', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['with two Host headers', head('GET /healthz', 'Host: example.com'), 400],
    [
      'with an Expect header other than 100-continue',
      head('POST /v1/prompts/new', 'Expect: tea', 'Content-Length: 0'),
      417,
    ],
    ['with the method CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
  ])('%s', async (_, text, status) => {
    const gateway = await startTestGateway();
    const line = await open(gateway);
    line.socket.write(text);
    await until(() => line.received().endsWith('}'));
    expect(line.statuses()).toEqual([status]);
    expect(line.received()).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    const body = JSON.parse(line.received().slice(line.received().indexOf('\r\n\r\n')));
    expect(body).toMatchObject({
      detail: expect.stringMatching(/^\S.{8,}\.$/),
      code: expect.any(String),
      retryable: false,
    });
  });

  it('accepts HTTP/1.0 without a Host header', async () => {
    const gateway = await startTestGateway();
    const line = await open(gateway);
    line.socket.write('GET /healthz HTTP/1.0\r\n\r\n');
    await until(() => line.received().includes('"ok"'));
  });
});

describe('a body that stops arriving', () => {
  it.each([
    ['JSON', [json], '{"text":'],
    [
      'a form',
      ['Content-Type: multipart/form-data; boundary=x'],
      '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nHel',
    ],
    ['compressed JSON', [json, 'Content-Encoding: gzip'], ''],
  ])('is ended with 408 after 10 to 15 s without data: %s', async (_, headers, part) => {
    const clock = manualClock();
    const gateway = await startTestGateway({ clock });
    const line = await open(gateway);
    line.socket.write(head('POST /v1/prompts/new', ...headers, 'Content-Length: 1000', 'Expect: 100-continue'));
    await until(() => line.received().includes('100 Continue'));
    if (part !== '') line.socket.write(part);
    // Both use loopback: when the second response has arrived, the part has arrived too.
    for (let count = 0; count < 2; count += 1) await fetch(`${gateway.url}/healthz`);
    clock.advance(9000);
    await fetch(`${gateway.url}/healthz`);
    expect(line.isClosed()).toBe(false);
    for (let seconds = 9; seconds < 15; seconds += 1) {
      clock.advance(1000);
      await fetch(`${gateway.url}/healthz`);
    }
    await until(line.isClosed);
    expect(line.statuses()).toEqual([100, 408]);
    expect(line.received()).toContain('"code":"unavailable"');
    await gateway.stop();
    expect(gateway.logLines.filter((entry) => entry.includes('requests were aborted'))).toEqual([]);
  });

  it('is waited for while bytes keep arriving', async () => {
    const clock = manualClock();
    const { gateway } = await startAsking({ clock });
    const line = await open(gateway);
    const body = JSON.stringify({ channel_id: 'approvals', text: 'Slow?' });
    line.socket.write(head('POST /v1/prompts/new', json, `Content-Length: ${body.length}`, 'Expect: 100-continue'));
    await until(() => line.received().includes('100 Continue'));
    for (const letter of body) {
      line.socket.write(letter);
      await fetch(`${gateway.url}/healthz`);
      clock.advance(2000);
    }
    await until(() => line.statuses().includes(200));
  });
});

describe('authorization before the body is read', () => {
  it.each([
    ['JSON', 'application/json'],
    ['a form', 'multipart/form-data; boundary=x'],
    ['no known type', 'text/plain'],
  ])('rejects a body sent as %s before it has arrived', async (_, type) => {
    const gateway = await startKeyedGateway();
    const reader = await makeKey(gateway, { preset: 'readonly' });
    for (const [key, status] of [
      ['none', 401],
      [reader.key, 403],
    ] as const) {
      const line = await open(gateway);
      line.socket.write(
        head('POST /v1/prompts/new', `X-API-Key: ${key}`, `Content-Type: ${type}`, 'Content-Length: 1000'),
      );
      await until(() => line.statuses().includes(status));
    }
  });

  it('rejects keys and viewers on operator and owner routes before the body is validated', async () => {
    const gateway = await startKeyedGateway();
    const key = await makeKey(gateway, { preset: 'agent' });
    expect((await key.request('POST', '/v1/prompts/1/answer', { wrong: true })).status).toBe(403);
    expect((await key.request('POST', '/console/session/invitations', { wrong: true })).status).toBe(403);
    const owner = await setUpConsole(gateway);
    const { json: invited } = await owner.request('POST', '/console/session/invitations', { role: 'viewer' });
    const eve = { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' };
    const viewer = openBrowser(gateway);
    await viewer.request('POST', '/console/session/accept', { token: invited.link.split('#token=')[1], ...eve });
    expect((await viewer.request('POST', '/console/session/invitations', { wrong: true })).status).toBe(403);
  });
});

describe('text that is not UTF-8', () => {
  const form = (part: string, type = 'multipart/form-data; boundary=x') =>
    [
      `Content-Type: ${type}`,
      `--x\r\nContent-Disposition: form-data; name="channel_id"\r\n\r\napprovals\r\n--x\r\n${part}\r\n--x--\r\n`,
    ] as const;
  const field = 'Content-Disposition: form-data; name="text"';

  it.each([
    ['an invalid form value', ...form(`${field}\r\n\r\nCaf\xe9`)],
    [
      'an invalid form value declared as UTF-8',
      ...form(`${field}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nCaf\xe9`),
    ],
    ['a form value that ends within a character', ...form(`${field}\r\n\r\nCaf\xc3`)],
    ['an invalid field name', ...form('Content-Disposition: form-data; name="t\xe9xt"\r\n\r\nHello')],
    ['a form value in UTF-16', ...form(`${field}\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\nH\0i\0`)],
    ['a form in UTF-16', ...form(`${field}\r\n\r\nHello`, 'multipart/form-data; charset=utf-16; boundary=x')],
    ['JSON in UTF-16', 'Content-Type: application/json; charset=utf-16', '{"channel_id":"approvals","text":"Hello"}'],
    ['JSON in UTF-16LE', 'Content-Type: application/json; charset="UTF-16LE"', '{\0"\0'],
    ['invalid JSON text', 'Content-Type: application/json', '{"channel_id":"approvals","text":"Caf\xe9"}'],
  ])('is rejected with 400: %s', async (_, type, body) => {
    const { gateway, chat } = await startAsking();
    const line = await open(gateway);
    line.socket.write(head('POST /v1/prompts/new', type, `Content-Length: ${body.length}`) + body, 'latin1');
    await until(() => line.received().endsWith('}'));
    expect(line.statuses()).toEqual([400]);
    expect(line.received()).toMatch(/UTF-8/);
    expect(chat()).toEqual([]);
  });

  it.each([
    ['UTF-8 with a charset', ...form(`${field}\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\nCaf\xc3\xa9`)],
    ['UTF-8 without a charset', ...form(`${field}\r\n\r\nCaf\xc3\xa9`)],
    [
      'UTF-8 next to a binary file',
      ...form(
        `Content-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n\xff\xfe\0\r\n--x\r\n${field}\r\n\r\nCaf\xc3\xa9`,
      ),
    ],
  ])('is accepted: %s', async (_, type, body) => {
    const { gateway, get } = await startAsking();
    const line = await open(gateway);
    // Byte by byte, so that a character arrives in two chunks.
    line.socket.write(head('POST /v1/prompts/new', type, `Content-Length: ${body.length}`), 'latin1');
    for (const byte of body) line.socket.write(byte, 'latin1');
    await until(() => line.received().endsWith('}'));
    expect(line.statuses()).toEqual([200]);
    expect((await get(1)).text).toBe('Café');
  });
});
