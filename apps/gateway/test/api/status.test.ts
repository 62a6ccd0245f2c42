import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createPrompt, deleteChannel } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';

describe('GET /v1/status', () => {
  onEveryEngine((engine) => {
    it('counts active channels, pending prompts and prompts answered within a day', async () => {
      const { telegram, env } = await startTelegram();
      const clock = manualClock();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env }, clock });
      const status = async () => (await gateway.request('GET', '/v1/status')).json;
      expect(await status()).toEqual({
        status: 'ok',
        database: 'ok',
        channels_active: 0,
        prompts_pending: 0,
        prompts_answered_24h: 0,
        receivers_paused: 0,
        platforms: {},
      });

      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'asks', chat: ada });
      await registerChannel(gateway, telegram, {
        id: 'chat',
        chat: telegram.addUser({ firstName: 'Bob' }),
        type: 'MESSAGE',
        callbackUrl: 'http://127.0.0.1:9/x',
      });
      await registerChannel(gateway, telegram, { id: 'gone', chat: telegram.addUser({ firstName: 'Cy' }) });
      await gateway.call(deleteChannel, { params: { id: 'gone' } });
      const ask = (ttl: number) =>
        gateway.call(createPrompt, { body: { channel_id: 'asks', text: 'Ship?', options: ['Yes'], ttl_sec: ttl } });
      await ask(0);
      await telegram.press({ chat: ada, button: 'Yes' });
      await ask(0);
      await ask(60);
      const counts = {
        status: 'ok',
        database: 'ok',
        channels_active: 2,
        receivers_paused: 0,
        platforms: { telegram: 2 },
      };
      expect(await status()).toEqual({ ...counts, prompts_pending: 2, prompts_answered_24h: 1 });
      clock.advance(61_000);
      expect(await status()).toEqual({ ...counts, prompts_pending: 1, prompts_answered_24h: 1 });
      clock.advance(86_400_000);
      expect(await status()).toEqual({ ...counts, prompts_pending: 1, prompts_answered_24h: 0 });
    });
  });

  onPostgres((engine) => {
    it('reports an unusable database with status 200', async () => {
      const env = await engine.empty();
      const gateway = await startTestGateway({ env });
      await withoutTables(env.DATABASE_URL ?? '');
      const { status, json } = await gateway.request('GET', '/v1/status');
      expect(status).toBe(200);
      expect(json).toEqual({
        status: 'error',
        database: 'The database cannot be used right now; the log of the gateway has the reason.',
        channels_active: 0,
        prompts_pending: 0,
        prompts_answered_24h: 0,
        receivers_paused: 0,
        platforms: {},
      });
      expect(gateway.logLines.some((line) => line.includes('The status could not be read'))).toBe(true);
    });
  });
});

/** Renames a table that the status is read from. */
async function withoutTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('ALTER TABLE prompt RENAME TO lost');
  await client.end();
}
