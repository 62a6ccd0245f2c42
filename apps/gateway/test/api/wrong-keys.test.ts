import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { adminKey, startKeyedGateway } from '../harness/keys.js';

const FREE_TRIES = 300;
const ask = (headers: Record<string, string>) => ({ headers });

it('a client address with 300 wrong keys gets 429, while valid keys from it still work', async () => {
  const clock = manualClock();
  const gateway = await startKeyedGateway({ clock });
  const guess = () => gateway.request('GET', '/v1/channels', ask({ 'x-api-key': 'a wrong key' }));
  for (let n = 0; n < FREE_TRIES; n += 1) expect((await guess()).status).toBe(401);
  const slowed = await guess();
  expect(slowed.status).toBe(429);
  expect(slowed.headers.get('retry-after')).toBe('60');
  expect((await gateway.request('GET', '/v1/channels', ask({ 'x-api-key': adminKey }))).status).toBe(200);
  // A request without a key is no guess.
  expect((await gateway.request('GET', '/v1/channels', ask({ 'x-api-key': '' }))).status).toBe(401);
  clock.skip(45_000);
  expect((await guess()).headers.get('retry-after')).toBe('15');
  clock.skip(15_000);
  expect((await guess()).status).toBe(401);
});

it(
  'a client address behind a proxy is not limited by the wrong keys of other clients',
  { tags: ['slow'] },
  async () => {
    const gateway = await startKeyedGateway({ env: { TRUSTED_PROXIES: '127.0.0.1' }, clock: manualClock() });
    const guessFrom = async (address: string) =>
      (await gateway.request('GET', '/v1/channels', ask({ 'x-api-key': 'a wrong key', 'x-forwarded-for': address })))
        .status;
    for (let n = 0; n < FREE_TRIES; n += 1) await guessFrom('203.0.113.9');
    expect([await guessFrom('203.0.113.9'), await guessFrom('203.0.113.10')]).toEqual([429, 401]);
    for (let n = 0; n < FREE_TRIES; n += 1) await guessFrom(`2001:db8::${n}`);
    expect(await guessFrom('2001:db8::ffff')).toBe(429);
  },
);
