import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { runStatements } from '@gateway/store/testing';
import { manualClock } from '../harness/clock.js';
import { onPostgres } from '../harness/engines.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';

onPostgres((engine) => {
  it('two instances count the requests of a key together, and continue when the database loses the counts', async () => {
    const env: Record<string, string> = { ...(await engine.empty()), RATE_LIMIT_KEY: '1:30' };
    const clock = manualClock();
    const [one, other] = [await startKeyedGateway({ clock, env }), await startKeyedGateway({ clock, env })];
    const { key } = await makeKey(one, { preset: 'agent' });
    const statusAt = async (gateway: typeof one) =>
      (await gateway.request('GET', '/v1/prompts', { headers: { 'x-api-key': key } })).status;

    for (let n = 0; n < 30; n += 1) expect(await statusAt(one)).toBe(200);
    expect(await statusAt(one)).toBe(429);

    // The other instance allows a tenth of the burst before it asks what the key has used elsewhere.
    for (let n = 0; n < 3; n += 1) expect(await statusAt(other)).toBe(200);
    let allowed = 3;
    await until(async () => {
      clock.advance(1000);
      const status = await statusAt(other);
      if (status === 200) allowed += 1;
      return status === 429;
    });
    expect(allowed).toBeLessThan(30);

    // What both allowed too much is paid back. A table that is lost meanwhile stops nothing.
    clock.advance(33 * 60_000);
    expect(await statusAt(one)).toBe(200);
    await runStatements(env, 'DELETE FROM rate_limit');
    clock.advance(31 * 60_000);
    expect([await statusAt(one), await statusAt(other)]).toEqual([200, 200]);
  });

  it('an instance keeps limiting on its own while the instances cannot exchange their counts', async () => {
    const env: Record<string, string> = { ...(await engine.empty()), RATE_LIMIT_KEY: '6:3' };
    const clock = manualClock();
    const gateway = await startKeyedGateway({ clock, env });
    const { request } = await makeKey(gateway, { preset: 'agent' });
    await runStatements(env, 'ALTER TABLE rate_limit RENAME TO lost');
    const status = async () => (await request('GET', '/v1/prompts')).status;
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429]);
    clock.advance(1000);
    await until(() => gateway.logLines.some((line) => line.includes('rate limits: failed')));
    clock.advance(9000);
    expect([await status(), await status()]).toEqual([200, 429]);
  });

  it('requests that are counted while the instances exchange their counts stay counted', async () => {
    const env: Record<string, string> = { ...(await engine.empty()), RATE_LIMIT_KEY: '6:3' };
    const clock = manualClock();
    const gateway = await startKeyedGateway({ clock, env });
    const { request } = await makeKey(gateway, { preset: 'agent' });
    const status = async () => (await request('GET', '/v1/prompts')).status;
    const database = new pg.Client({ connectionString: env.DATABASE_URL });
    await database.connect();
    onTestFinished(() => database.end());
    const count = async (query: string) => Number((await database.query<{ n: string }>(query)).rows[0]?.n);

    await database.query('BEGIN');
    await database.query('LOCK TABLE rate_limit');
    expect(await status()).toBe(200);
    clock.advance(1000);
    await until(async () => (await count('SELECT count(*) AS n FROM pg_locks WHERE NOT granted')) > 0);
    clock.advance(3_600_000);
    expect([await status(), await status()]).toEqual([200, 200]);
    await database.query('COMMIT');
    // The second exchange begins when the results of the first are known.
    const shared = () => count('SELECT coalesce(max(empty_at), 0) AS n FROM rate_limit');
    await until(async () => (await shared()) > 0);
    const first = await shared();
    await until(async () => {
      clock.advance(100);
      return (await shared()) > first;
    });
    expect([await status(), await status(), await status()].at(-1)).toBe(429);
  });
});
