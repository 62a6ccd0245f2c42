import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { TestGateway } from '../harness/gateway.js';
import { as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

const correlation_id = 'order-77';
const asked = { text: 'Ship it?', options: ['Yes'], correlation_id };

/** The log line of one request. */
async function lineOf(gateway: TestGateway, requestId: string | null) {
  return await until(() =>
    gateway.logLines
      .map((line) => JSON.parse(line))
      .find((line) => line.request_id === requestId && line.msg === 'request'),
  );
}

async function setUp() {
  const gateway = await startKeyedGateway();
  return { gateway, reader: await makeKey(gateway, { scopes: ['prompts:read'] }) };
}

describe('the request line of a refused question', () => {
  const shared = startOnce(setUp);

  function formOf(fields: Record<string, string>) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  }
  const form = () => formOf({ text: 'Ship it?', correlation_id, file: 'plan' });
  const withFile = () => {
    const given = formOf({ text: 'Ship it?', correlation_id });
    given.append('file', new Blob([new Uint8Array(200_000)]), 'plan.bin');
    return given;
  };
  const noKey = { headers: { 'x-api-key': '' } };

  it.each([
    ['without a key', 401, '/v1/prompts/new', { ...noKey, body: asked }],
    ['as a form without a key', 401, '/v1/prompts/new', () => ({ ...noKey, body: form() })],
    ['as a form with a large file without a key', 401, '/v1/prompts/new', () => ({ ...noKey, body: withFile() })],
    ['with an unknown key', 401, '/v1/prompts/new', { headers: { 'x-api-key': 'gw_not_a_key' }, body: asked }],
    ['with a wrong query', 400, '/v1/prompts/new?x=1', { body: asked }],
    ['with a wrong Idempotency-Key', 400, '/v1/prompts/new', { headers: { 'idempotency-key': 'a b' }, body: asked }],
    ['with a wrong field', 400, '/v1/prompts/new', { body: { ...asked, options: 'none' } }],
    ['with an inexact number', 400, '/v1/prompts/new', { body: '{"correlation_id":"order-77","text":1e400}' }],
    ['as a form with a wrong field', 400, '/v1/prompts/new', () => ({ body: form() })],
    ['for a channel that does not exist', 400, '/v1/prompts/new', { body: { ...asked, channel_id: 'none' } }],
    [
      'by MCP without a key',
      401,
      '/mcp',
      {
        ...noKey,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask_human', arguments: asked } },
      },
    ],
  ])('has the correlation id: %s', async (_title, status, path, given) => {
    const { gateway } = shared();
    const { headers = {}, body } = (typeof given === 'function' ? given() : given) as {
      headers?: Record<string, string>;
      body: unknown;
    };
    const reply = await gateway.request('POST', path, {
      headers: { ...headers, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
      body,
    });
    expect(reply.status).toBe(status);
    expect(await lineOf(gateway, reply.headers.get('x-request-id'))).toMatchObject({ status, correlation_id });
  });

  it('has the correlation id: without the scope', async () => {
    const { gateway, reader } = shared();
    const reply = await reader.request('POST', '/v1/prompts/new', asked);
    expect(reply.status).toBe(403);
    expect(await lineOf(gateway, reply.headers.get('x-request-id'))).toMatchObject({ key: reader.id, correlation_id });
  });

  it('has the correlation id when the body arrives after the response', async () => {
    const { gateway } = shared();
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1');
    const body = JSON.stringify(asked);
    socket.write(
      `POST /v1/prompts/new HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Id: late\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    );
    const [begin] = await once(socket, 'data');
    expect(String(begin)).toMatch(/^HTTP\/1\.1 401 /);
    socket.end(body.slice(9));
    expect(await lineOf(gateway, 'late')).toMatchObject({ status: 401, correlation_id });
    socket.destroy();
  });

  it('is written without it when the client disconnects before the body has arrived', async () => {
    const { gateway } = shared();
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(
      'POST /v1/prompts/new HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Id: cut\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    await once(socket, 'data');
    socket.destroy();
    expect(await lineOf(gateway, 'cut')).not.toHaveProperty('correlation_id');
  });

  it('leaves out what cannot be a correlation id', async () => {
    const { gateway } = shared();
    for (const wrong of ['x'.repeat(256), 77, null, { id: 'order-77' }]) {
      const reply = await as(gateway, 'gw_not_a_key')('POST', '/v1/prompts/new', { ...asked, correlation_id: wrong });
      expect(reply.status).toBe(401);
      expect(await lineOf(gateway, reply.headers.get('x-request-id'))).not.toHaveProperty('correlation_id');
    }
  });
});

it('the request line of a question over a limit has its correlation id', async () => {
  const gateway = await startKeyedGateway({ env: { RATE_LIMIT_KEY: '60:1' } });
  const agent = await makeKey(gateway, { preset: 'agent' });
  await agent.request('GET', '/v1/channels');
  const reply = await agent.request('POST', '/v1/prompts/new', asked);
  expect(reply.status).toBe(429);
  expect(reply.headers.get('retry-after')).not.toBeNull();
  expect(await lineOf(gateway, reply.headers.get('x-request-id'))).toMatchObject({ status: 429, correlation_id });
});
