import { randomBytes } from 'node:crypto';
import { generateKey } from '@gateway/core';
import { countStatements } from '@gateway/store/testing';
import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram, type TestGateway } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

const token = (bytes: number) => randomBytes(bytes).toString('base64url');
const statusOf = async (reply: ReturnType<TestGateway['request']>) => (await reply).status;

/** What anyone can try without a key, and the status of a wrong one. */
const guesses = (gateway: TestGateway, from = '203.0.113.9') => {
  const headers = { 'x-forwarded-for': from, 'x-api-key': '' };
  return {
    key: [401, () => gateway.request('GET', '/v1/channels', { headers: { ...headers, 'x-api-key': generateKey() } })],
    file: [404, () => gateway.request('GET', `/media/${token(16)}/x.png`, { headers })],
    webhook: [
      404,
      () => gateway.request('POST', `/webhooks/default/telegram/${token(6)}`, { headers, body: { update_id: 1 } }),
    ],
    link: [404, () => gateway.request('POST', '/console/session/link', { headers, body: { token: token(32) } })],
    accept: [
      404,
      () =>
        gateway.request('POST', '/console/session/reset', {
          headers,
          body: { token: token(32), password: 'nanoseconds of wire' },
        }),
    ],
  } as const;
};

const env = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_INVALID_KEYS: '60:10' };

onPostgres((engine) => {
  it('after too many wrong keys, files, webhooks and links a client address gets 429 for more, without a statement', async () => {
    const database = await engine.empty();
    const counter = await countStatements(database['DATABASE_URL'] ?? '');
    onCleanUp(() => counter.close());
    const clock = manualClock();
    const { telegram, env: platform } = await startTelegram();
    const gateway = await startKeyedGateway({
      env: { ...database, ...env, ...platform, DATABASE_URL: counter.url },
      clock,
    });
    const agent = await makeKey(gateway, { preset: 'agent' });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const asAgent = () => gateway.request('GET', '/v1/channels', { headers: { ...from, 'x-api-key': agent.key } });
    const platformEvent = () =>
      gateway.request('POST', '/webhooks/default/telegram/approvals', { headers: from, body: { update_id: 1 } });
    expect((await asAgent()).status).toBe(200);
    const known = (await platformEvent()).status;

    const tries = Object.entries(guesses(gateway));
    for (let round = 0; round < 2; round += 1)
      for (const [name, [status, guess]] of tries) expect(await statusOf(guess()), name).toBe(status);
    // The background passes that the start of the gateway began end: its clock stands still.
    let quiet = 0;
    await until(() => {
      quiet = counter.take().length === 0 ? quiet + 1 : 0;
      return quiet === 20;
    });
    for (const [name, [, guess]] of tries) {
      const refused = await guess();
      expect(refused, name).toMatchObject({
        status: 429,
        json: { code: 'rate_limited', detail: expect.stringContaining('RATE_LIMIT_INVALID_KEYS') },
      });
      expect(refused.headers.get('retry-after'), name).toBe('1');
    }
    expect(counter.take()).toEqual([]);

    // Others are served, and so is who was right before.
    expect((await asAgent()).status).toBe(200);
    expect((await platformEvent()).status).toBe(known);
    for (const [name, [status, guess]] of Object.entries(guesses(gateway, '203.0.113.10')))
      expect(await statusOf(guess()), name).toBe(status);
    clock.skip(1000);
    expect(await statusOf(guesses(gateway).file[1]())).toBe(404);
    expect(await statusOf(guesses(gateway).file[1]())).toBe(429);
  });
});

it('the /64 networks of one IPv6 /48 share a limit eight times as high as that of each of them', async () => {
  const gateway = await startKeyedGateway({ env, clock: manualClock() });
  const guess = (network: number) => statusOf(guesses(gateway, `2001:db8:1:${network.toString(16)}::1`).file[1]());
  const statuses: number[] = [];
  for (let network = 0; network < 100; network += 1) statuses.push(await guess(network));
  expect(statuses.filter((status) => status === 404)).toHaveLength(80);
  expect(statuses.slice(80)).toEqual(Array.from({ length: 20 }, () => 429));
  expect(await statusOf(guesses(gateway, '2001:db8:2::1').file[1]())).toBe(404);

  const limited = await startKeyedGateway({
    env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_ADDRESS: '2', RATE_LIMIT_KEY: '0' },
    clock: manualClock(),
  });
  const list = (network: number) =>
    limited.request('GET', '/v1/channels', {
      headers: { 'x-api-key': adminKey, 'x-forwarded-for': `2001:db8:1:${network}::1` },
    });
  expect((await list(99)).headers.get('ratelimit-policy')).toBe('"address";q=2;w=60');
  const served: number[] = [];
  for (let network = 0; network < 20; network += 1) served.push((await list(network)).status);
  expect(served.filter((status) => status === 200)).toHaveLength(15);
});
