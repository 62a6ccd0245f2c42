import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '@gateway/core';
import { startTestGateway } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';

const secret = 'a signing secret for tests';

/** A gateway, and a function that tests a callback address. */
async function setUp(env: Record<string, string> = {}) {
  const gateway = await startTestGateway({ env: { CALLBACK_SIGNING_SECRET: secret, ...env } });
  const post = (url: unknown) => gateway.request('POST', '/v1/channels/test-callback', { body: { callback_url: url } });
  return { gateway, post };
}

describe('POST /v1/channels/test-callback', () => {
  it('posts one signed event, returns what the receiver answered and stores nothing', async () => {
    const { gateway, post } = await setUp();
    const receiver = await startReceiver((_received, response) => response.writeHead(202).end('so be it'));
    const { status, json } = await post(`${receiver.url}/hook`);
    expect(status).toBe(200);
    expect(json).toEqual({
      ok: true,
      status: 202,
      duration_ms: expect.any(Number),
      response: 'so be it',
      error: null,
    });
    const [event, ...others] = receiver.received;
    expect(others).toEqual([]);
    if (!event) throw new Error('an event came');
    expect(event.path).toBe('/callback/hook');
    expect(event.json).toEqual({
      type: 'gateway.test',
      event_id: event.headers['webhook-id'],
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const seconds = Number(event.headers['webhook-timestamp']);
    expect(event.headers).toMatchObject({
      'content-type': 'application/json',
      'x-signature': `sha256=${createHmac('sha256', secret).update(event.body).digest('hex')}`,
      ...signatureHeaders({ id: event.json.event_id, body: event.body, signed: true }, [secret], seconds * 1000),
    });
    expect((await gateway.request('GET', '/v1/deliveries')).json).toEqual([]);
  });

  it('reports an error status, a redirect and an unreachable receiver in words', async () => {
    const { post } = await setUp();
    const target = await startReceiver();
    const failing = await startReceiver(({ path }, response) =>
      path === '/callback/moved'
        ? response.writeHead(302, { location: target.url }).end()
        : response.writeHead(500).end('x'.repeat(5000)),
    );
    const failed = (await post(`${failing.url}/down`)).json;
    expect(failed).toMatchObject({ ok: false, status: 500, error: 'The receiver answered 500.' });
    expect(failed.response).toHaveLength(2048);
    expect((await post(`${failing.url}/moved`)).json).toMatchObject({
      ok: false,
      status: 302,
      error: expect.stringContaining('redirects are not followed'),
    });
    expect(target.received).toEqual([]);
    expect((await post('http://127.0.0.1:9/x')).json).toMatchObject({
      ok: false,
      status: null,
      response: null,
      error: expect.stringContaining('nothing listens there'),
    });
    expect((await post('http://no-such-name.invalid/x')).json).toMatchObject({ ok: false, status: null });
  });

  it('gives up on a receiver that exceeds CALLBACK_TIMEOUT_MS', async () => {
    const { post } = await setUp({ CALLBACK_TIMEOUT_MS: '1000' });
    const silent = await startReceiver(() => {});
    expect((await post(silent.url)).json).toMatchObject({
      ok: false,
      status: null,
      error: 'No answer within 1000 ms.',
    });
  });

  it('rejects a forbidden address with the name of the setting, and requires channels:write', async () => {
    const gateway = await startKeyedGateway({});
    const receiver = await startReceiver();
    const refused = await gateway.request('POST', '/v1/channels/test-callback', {
      body: { callback_url: receiver.url },
    });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(/^callback_url: .*OUTBOUND_ALLOWED_HOSTS/);
    expect(receiver.received).toEqual([]);
    const reader = await makeKey(gateway, { preset: 'readonly' });
    const forbidden = await reader.request('POST', '/v1/channels/test-callback', { callback_url: receiver.url });
    expect(forbidden.status).toBe(403);
  });
});
