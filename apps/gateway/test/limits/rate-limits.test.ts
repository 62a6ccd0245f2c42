import { describe, expect, it } from 'vitest';
import { registerChannel } from '../harness/gateway.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startAsking } from '../api/asking.js';

onEveryEngine((engine) => {
  describe('RATE_LIMIT_KEY', () => {
    it('limits one key with 429, and lets it go on when the time named by Retry-After is over', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock, env: { RATE_LIMIT_KEY: '6:3' } });
      const [busy, calm] = [await makeKey(gateway, { preset: 'agent' }), await makeKey(gateway, { preset: 'agent' })];
      const ask = () => busy.request('GET', '/v1/prompts');

      const first = await ask();
      expect(first.status).toBe(200);
      expect(first.headers.get('ratelimit-policy')).toBe('"key";q=3;w=30, "address";q=120000;w=60');
      expect(first.headers.get('ratelimit')).toBe('"key";r=2;t=10, "address";r=119997;t=1');
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);

      const limited = await ask();
      expect(limited).toMatchObject({
        status: 429,
        json: {
          code: 'rate_limited',
          retryable: true,
          retry_after_sec: 10,
          detail: expect.stringMatching(
            /more than the 6 requests a minute that RATE_LIMIT_KEY allows: try again in 10 s/,
          ),
        },
      });
      expect(limited.headers.get('retry-after')).toBe('10');
      expect(limited.headers.get('ratelimit-policy')).toBe('"key";q=3;w=30');
      expect(limited.headers.get('ratelimit')).toBe('"key";r=0;t=30');
      expect((await calm.request('GET', '/v1/prompts')).status).toBe(200);

      // A refused request is not counted.
      clock.advance(10_000);
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
      clock.advance(3_600_000);
      expect([(await ask()).status, (await ask()).status, (await ask()).status, (await ask()).status]).toEqual([
        200, 200, 200, 429,
      ]);
    });
  });

  describe('RATE_LIMIT_CHANNEL', () => {
    it('limits prompts and messages of a channel, posts nothing beyond it, and leaves other channels alone', async () => {
      const clock = manualClock();
      const { gateway, telegram, ada, post, chat } = await startAsking({
        engine,
        clock,
        env: { RATE_LIMIT_CHANNEL: '2' },
      });
      await registerChannel(gateway, telegram, { id: 'others', chat: ada });
      await registerChannel(gateway, telegram, {
        id: 'chat',
        chat: ada,
        type: 'MESSAGE',
        callbackUrl: 'http://127.0.0.1:9/texts',
      });
      const ask = (body: object = {}) => post({ channel_id: 'approvals', text: 'Ship it?', options: ['Yes'], ...body });

      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
      const limited = await ask();
      expect(limited).toMatchObject({
        status: 429,
        json: { code: 'rate_limited', detail: expect.stringContaining('Channel "approvals"') },
      });
      expect(limited.headers.get('retry-after')).toBe('30');
      expect(limited.headers.get('ratelimit')).toBe('"channel";r=0;t=60');
      expect(chat()).toHaveLength(2);

      // A prompt in several channels counts in each of them, or in none.
      expect((await ask({ channel_id: undefined, channels: ['others', 'approvals'] })).status).toBe(429);
      expect((await ask({ channel_id: 'others' })).status).toBe(200);
      expect((await ask({ channel_id: 'others' })).status).toBe(200);

      const send = () => gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text: 'Hello' } });
      expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([201, 201, 429]);

      clock.advance(30_000);
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    });
  });
});

it('repeats a request that a channel limit refused with the same Idempotency-Key', async () => {
  const clock = manualClock();
  const { gateway, chat } = await startAsking({ clock, env: { RATE_LIMIT_CHANNEL: '1' } });
  const ask = (key: string) =>
    gateway.request('POST', '/v1/prompts/new', {
      headers: { 'idempotency-key': key },
      body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] },
    });
  expect((await ask('one')).status).toBe(200);
  // A stored response posts nothing, so it is not counted.
  expect((await ask('one')).status).toBe(200);
  expect((await ask('two')).status).toBe(429);
  clock.advance(60_000);
  expect((await ask('two')).status).toBe(200);
  expect(chat()).toHaveLength(2);
});

it('RATE_LIMIT_ADDRESS limits all keys of one client address together, and no other address', async () => {
  const env = { RATE_LIMIT_ADDRESS: '4', RATE_LIMIT_KEY: '0', TRUSTED_PROXIES: '127.0.0.1' };
  const gateway = await startKeyedGateway({ clock: manualClock(), env });
  const keys = [await makeKey(gateway, { preset: 'agent' }), await makeKey(gateway, { preset: 'readonly' })];
  const from = async (address: string, key: string) =>
    (await gateway.request('GET', '/v1/prompts', { headers: { 'x-api-key': key, 'x-forwarded-for': address } })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) for (const { key } of keys) statuses.push(await from('203.0.113.9', key));
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect(await from('203.0.113.10', keys[0]?.key ?? '')).toBe(200);
});

it('no limit applies to probes, metrics, and operators who are signed in', async () => {
  const env = { RATE_LIMIT_ADDRESS: '1', RATE_LIMIT_KEY: '1' };
  const gateway = await startKeyedGateway({ clock: manualClock(), env });
  const browser = await setUpConsole(gateway);
  const statuses = async (request: () => Promise<{ status: number }>) =>
    [...new Set([(await request()).status, (await request()).status, (await request()).status])].join();
  expect(await statuses(() => gateway.request('GET', '/v1/channels'))).toBe('200,429');
  expect(await statuses(() => browser.request('GET', '/v1/channels'))).toBe('200');
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect(await statuses(() => gateway.request('GET', path)), path).toBe('200');
});

it('a call by MCP and a hook count once each, not for the calls that they cause', async () => {
  const { gateway } = await startAsking({ env: { RATE_LIMIT_ADDRESS: '1:100' } });
  const left = (reply: { headers: Headers }) => Number(/r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1]);
  const before = left(await gateway.request('GET', '/v1/prompts'));
  const asked = await gateway.request('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_channels', arguments: {} },
    },
  });
  expect(asked.status).toBe(200);
  expect(left(asked)).toBe(before - 1);
  const hook = await gateway.request('POST', '/v1/hooks/claude-code?channel=approvals&wait_sec=1', {
    body: {
      session_id: 'abc123',
      transcript_path: '/home/ada/abc123.jsonl',
      cwd: '/home/ada',
      hook_event_name: 'PermissionRequest',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    },
  });
  expect(hook.status, hook.text).toBe(200);
  expect(left(hook)).toBe(before - 2);
});

it('logs a limited subject once a minute, and counts each refusal in the metrics', async () => {
  const clock = manualClock();
  const { gateway, post } = await startAsking({ clock, env: { RATE_LIMIT_CHANNEL: '1' } });
  const ask = () => post({ channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] });
  const warnings = () => gateway.logLines.filter((line) => line.includes('over a rate limit')).length;
  await ask();
  for (let n = 0; n < 3; n += 1) expect((await ask()).status).toBe(429);
  expect(warnings()).toBe(1);
  clock.advance(60_000);
  await ask();
  expect((await ask()).status).toBe(429);
  expect(warnings()).toBe(2);
  const { text } = await gateway.request('GET', '/metrics');
  expect(text).toContain('gateway_rate_limited_total{subject="channel"} 4');
  expect(text).toContain('gateway_rate_limited_total{subject="key"} 0');
});

it('a key that replaces another shares its count, also while both work', async () => {
  const gateway = await startKeyedGateway({ clock: manualClock(), env: { RATE_LIMIT_KEY: '60:10' } });
  const first = await makeKey(gateway, { preset: 'admin' });
  const statusOf = async (holder: Pick<typeof first, 'request'>) =>
    (await holder.request('GET', '/v1/channels')).status;
  for (let n = 0; n < 6; n += 1) expect(await statusOf(first)).toBe(200);
  const roll = async (id: string, holder: Pick<typeof first, 'request'>) => {
    const { status, json } = await holder.request('POST', `/v1/keys/${id}/roll`, { grace_sec: 3600 });
    expect(status).toBe(201);
    return { id: json.id as string, request: as(gateway, json.key as string) };
  };
  const second = await roll(first.id, first);
  const third = await roll(second.id, second);
  expect(await statusOf(third)).toBe(200);
  expect(await statusOf(third)).toBe(200);
  for (const holder of [first, second, third]) expect(await statusOf(holder)).toBe(429);
});
