import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { adminKey, startKeyedGateway } from '../harness/keys.js';

const ask = (headers: Record<string, string>) => ({ headers });

it('a client address with many wrong keys gets 429, while valid keys from it still work', async () => {
  const clock = manualClock();
  const gateway = await startKeyedGateway({ clock, env: { RATE_LIMIT_INVALID_KEYS: '2:30' } });
  const guess = () => gateway.request('GET', '/v1/channels', ask({ 'x-api-key': 'a wrong key' }));
  for (let n = 0; n < 30; n += 1) expect((await guess()).status).toBe(401);
  const slowed = await guess();
  expect(slowed).toMatchObject({
    status: 429,
    json: { code: 'rate_limited', detail: expect.stringContaining('RATE_LIMIT_INVALID_KEYS') },
  });
  expect(slowed.headers.get('retry-after')).toBe('30');
  expect((await gateway.request('GET', '/v1/channels', ask({ 'x-api-key': adminKey }))).status).toBe(200);
  // A request without a key is no guess.
  expect((await gateway.request('GET', '/v1/channels', ask({ 'x-api-key': '' }))).status).toBe(401);
  clock.skip(20_000);
  expect((await guess()).headers.get('retry-after')).toBe('10');
  clock.skip(10_000);
  expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
});

it('300 wrong keys in a row from one address get 401 with the default limit', { tags: ['slow'] }, async () => {
  const gateway = await startKeyedGateway({ clock: manualClock() });
  const guess = async () => (await gateway.request('GET', '/v1/channels', ask({ 'x-api-key': 'a wrong key' }))).status;
  const statuses = new Set<number>();
  for (let n = 0; n < 300; n += 1) statuses.add(await guess());
  expect([...statuses]).toEqual([401]);
});

it('a client address behind a proxy is not limited by the wrong keys of other clients', async () => {
  const gateway = await startKeyedGateway({
    env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_INVALID_KEYS: '3' },
    clock: manualClock(),
  });
  const guessFrom = async (address: string) =>
    (await gateway.request('GET', '/v1/channels', ask({ 'x-api-key': 'a wrong key', 'x-forwarded-for': address })))
      .status;
  for (let n = 0; n < 3; n += 1) await guessFrom('203.0.113.9');
  expect([await guessFrom('203.0.113.9'), await guessFrom('203.0.113.10')]).toEqual([429, 401]);
  for (let n = 0; n < 3; n += 1) await guessFrom(`2001:db8::${n}`);
  expect(await guessFrom('2001:db8::ffff')).toBe(429);
});
