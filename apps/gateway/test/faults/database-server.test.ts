import { describe, expect, it } from 'vitest';
import { sqlite } from '../harness/engines.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { ask } from '../durability/prompts.js';
import { hasPgbouncer, hasServerPrograms, startCluster, startPgbouncer } from './postgres-cluster.js';
import { quickRetries, underLoad } from './under-load.js';

const slow = { tags: ['slow'] };

async function start(DATABASE_URL: string) {
  const { telegram, env } = await startTelegram();
  const settings = { ...(await sqlite.empty()), ...env, ...quickRetries, LEASE_MS: '1000', DATABASE_URL };
  return { telegram, settings, gateway: await startTestGateway({ env: settings }) };
}

const statusOf = async (url: string) => {
  const response = await fetch(url);
  await response.text();
  return response.status;
};

describe.runIf(hasServerPrograms)('a PostgreSQL server under load', () => {
  const cluster = startOnce(startCluster);

  it('that crashes and restarts loses no answer or callback, and callers get 503 at worst', slow, async () => {
    const { telegram, gateway } = await start(await cluster().createDatabase());
    await underLoad(gateway, telegram, async ({ more }) => {
      for (let restarts = 0; restarts < 3; restarts += 1) {
        await cluster().restart();
        await more();
      }
    });
    expect(await statusOf(`${gateway.url}/readyz`)).toBe(200);
  });

  it('that stops answering makes the gateway not ready, and nothing is lost when it goes on', slow, async () => {
    const { telegram, gateway } = await start(await cluster().createDatabase());
    await underLoad(gateway, telegram, async () => {
      cluster().pause();
      await until(async () => (await statusOf(`${gateway.url}/readyz`)) === 503, 30_000);
      expect(await statusOf(`${gateway.url}/healthz`)).toBe(200);
      cluster().resume();
      await until(async () => (await statusOf(`${gateway.url}/readyz`)) === 200, 30_000);
    });
  });

  it(
    'without a free connection refuses callers with 503, and nothing is lost when there is one again',
    slow,
    async () => {
      const { telegram, settings, gateway } = await start(await cluster().createDatabase());
      await underLoad(gateway, telegram, async ({ refused }) => {
        const taken = await cluster().takeAllConnections();
        await refused();
        expect(await statusOf(`${gateway.url}/readyz`)).toBe(503);
        await expect(startGatewayProcess(settings)).rejects.toThrow('too many clients already');
        await taken.release();
      });
    },
  );
});

describe.runIf(hasPgbouncer)('pgbouncer in transaction mode', () => {
  const cluster = startOnce(startCluster);

  it('loses no answer or callback when it restarts under load', slow, async () => {
    const pooler = await startPgbouncer(await cluster().createDatabase());
    const { telegram, gateway } = await start(`${pooler.url}?pgbouncer=true`);
    await underLoad(gateway, telegram, async ({ more }) => {
      await pooler.restart();
      await more();
    });
  });

  it('lets two instances share a database, and one learns of an answer that the other received', slow, async () => {
    const pooler = await startPgbouncer(await cluster().createDatabase());
    const { telegram, settings, gateway } = await start(`${pooler.url}?pgbouncer=true`);
    const other = await startTestGateway({ env: settings });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
    for (const [asked, read] of [
      [gateway, other],
      [other, gateway],
    ] as const) {
      // The other instance knows the channel within seconds.
      const { id, message } = await until(() => ask(asked, 'approvals').catch(() => null));
      const waiting = read.request('GET', `/v1/prompts/${id.slice(1)}?wait=30`);
      expect((await telegram.press({ chat: ada, message, button: 'Yes' })).notice).toBe('Recorded: Yes');
      expect((await waiting).json).toMatchObject({ state: 'answered', answer: 'Yes' });
    }
  });

  it('is refused at the start with the setting to add when the address does not say pgbouncer=true', slow, async () => {
    const pooler = await startPgbouncer(await cluster().createDatabase());
    const settings = { ...(await sqlite.empty()), DATABASE_URL: pooler.url };
    await expect(startGatewayProcess(settings)).rejects.toThrow('add ?pgbouncer=true to DATABASE_URL');
  });
});
