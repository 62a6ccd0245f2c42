import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createChannel, createPrompt, getChannel, getPrompt, listPrompts, type GatewayError } from '@gateway/contract';
import type { TelegramFault } from '@gateway/simulators/telegram';
import { stopLimits } from '../../src/service/stop-limits.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { ask } from './prompts.js';
import { allPrompts, checkInvariants } from './invariants.js';
import { seededRandom } from './random.js';
import { report } from './report.js';
import { waitUntilSettled, startLoadScenario, type LoadScenario } from './load-scenario.js';

const quickRetries = { CALLBACK_RETRY_SCHEDULE: Array.from({ length: 50 }, () => '0.2').join(',') };

describe('when the database drops its connections', () => {
  onPostgres((engine) => {
    it('callers get 503 at worst, and no answer or callback is lost', { tags: ['slow'] }, async () => {
      const { telegram, env } = await startTelegram();
      const database = await engine.empty();
      const gateway = await startTestGateway({ env: { ...database, ...env, ...quickRetries, LEASE_MS: '2000' } });
      const scenario = await startLoadScenario(gateway, telegram, seededRandom(7));
      const failures: (number | undefined)[] = [];
      const call: TestGateway['call'] = (...given) =>
        gateway.call(...given).catch((error: unknown) => {
          failures.push((error as Partial<GatewayError>).status);
          throw error;
        });
      const load = scenario.begin({ call }, 0);
      const recoveries: number[] = [];
      let ended = 0;
      for (let outage = 0; outage < 5; outage += 1) {
        const known = scenario.acknowledged.size;
        await until(() => scenario.acknowledged.size > known + 5);
        ended += await endSessions(database.DATABASE_URL ?? '');
        const endedAt = performance.now();
        const after = scenario.acknowledged.size;
        await until(() => scenario.acknowledged.size > after);
        recoveries.push(Math.round(performance.now() - endedAt));
      }
      await load.end();
      report(
        `database: ${ended} sessions ended, ${failures.length} callers got 503, the next prompt accepted after ${recoveries.join(', ')} ms`,
      );
      expect(ended).toBeGreaterThan(5);
      expect(failures.filter((status) => status !== 503)).toEqual([]);
      expect((await gateway.request('GET', '/readyz')).status).toBe(200);
      await waitUntilSettled(scenario, telegram, gateway);
      await checkInvariants(scenario, await allPrompts(gateway));
    });
  });
});

describe('when the platform fails while a prompt is posted', () => {
  const failing: [string, TelegramFault, RegExp][] = [
    ['cannot be reached', { drop: true }, /^Telegram could not be reached/],
    ['has an error', { error: { code: 502, description: 'Bad Gateway' } }, /^Telegram: Bad Gateway\./],
    [
      'answers with an HTML page',
      { answer: { status: 503, body: '<html>maintenance</html>' } },
      /^Telegram's answer was not one of its Bot API\./,
    ],
    [
      'refuses the chat',
      { error: { code: 400, description: 'Bad Request: chat not found' } },
      /^Telegram: Bad Request: chat not found\. Check the chat id/,
    ],
    [
      'asks for a long pause',
      { error: { code: 429, description: 'Too Many Requests: retry after 60', parameters: { retry_after: 60 } } },
      /Try again in 60 s\.$/,
    ],
  ];
  onEveryEngine((engine) => {
    it.each(failing)('because it %s, the caller gets the reason and nothing is stored', async (_how, fault, reason) => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      telegram.failNext('sendMessage', fault);
      const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] };
      const refused = await gateway.request('POST', '/v1/prompts/new', { body });
      expect(refused.status).toBe(400);
      expect(refused.json.detail).toMatch(reason);
      expect(await gateway.call(listPrompts, { query: { state: 'all' } })).toEqual([]);
      const { prompt_id } = await gateway.call(createPrompt, { body });
      expect((await telegram.press({ chat: ada, button: 'Yes' })).notice).toBe('Recorded: Yes');
      expect((await gateway.call(getPrompt, { params: { id: prompt_id } })).state).toBe('answered');
    });

    it('the prompt is posted after a short rate limit', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      telegram.failNext('sendMessage', {
        error: { code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } },
      });
      await ask(gateway, 'approvals');
      const [refused, posted] = telegram.calls({ method: 'sendMessage' });
      expect(refused?.status).toBe(429);
      expect((posted?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(990);
      expect(telegram.messages({ chat: ada })).toHaveLength(1);
    });
  });
});

describe('when the platform is down', () => {
  onEveryEngine((engine) => {
    it('the channel is failing, and presses made meanwhile count when it is back', async () => {
      const { telegram, env } = await startTelegram({ callbackTimeoutMs: 30_000 });
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      const first = await ask(gateway, 'approvals');
      const second = await ask(gateway, 'approvals');
      const health = async () => (await gateway.call(getChannel, { params: { id: 'approvals' } })).health;
      await until(async () => (await health()).state === 'ok');

      telegram.failNext('getUpdates', { error: { code: 502, description: 'Bad Gateway' }, times: 1_000_000 });
      await telegram.press({ chat: ada, message: first.message, button: 'Yes' });
      const late = telegram.press({ chat: ada, message: second.message, button: 'No' });
      await until(async () => (await health()).state === 'failing');
      expect((await health()).detail).toBe('Telegram: Bad Gateway.');
      telegram.clearFaults();
      expect((await late).notice).toBe('Recorded: No');
      await until(async () => (await health()).state === 'ok');
      expect((await health()).detail).toBeNull();
    });

    it('the channel of another bot still works while the token of one bot is revoked', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const receiver = await startReceiver();
      const other = telegram.addBot();
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'first', chat: ada });
      const credentials = { bot_token: other.token };
      await gateway.call(createChannel, {
        body: {
          channel_id: 'second',
          platform: 'telegram',
          channel_type: 'PROMPT',
          target_chat_id: String(ada.id),
          credentials,
        },
      });
      const health = async (id: string) => (await gateway.call(getChannel, { params: { id } })).health;
      await until(async () => (await health('first')).state === 'ok' && (await health('second')).state === 'ok');

      telegram.revokeToken();
      await until(async () => (await health('first')).state === 'failing');
      expect((await health('first')).detail).toMatch(/^Telegram refuses the bot token\. Copy it again/);
      const { id, message } = await ask(gateway, 'second', { callback_url: receiver.url });
      expect((await telegram.press({ chat: ada, bot: other, message, button: 'Yes' })).notice).toBe('Recorded: Yes');
      const [callback] = await receiver.waitFor(1);
      expect(callback?.json.prompt_id).toBe(id);
      expect((await health('second')).state).toBe('ok');
      await expect(ask(gateway, 'first')).rejects.toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('refuses the bot token') as string },
      });
    });
  });
});

describe('SIGTERM', () => {
  onEveryEngine((engine) => {
    it('under load ends the process within 10 s with code 0 and loses nothing', { tags: ['slow'] }, async () => {
      const { telegram, env } = await startTelegram();
      const settings = { ...(await engine.empty()), ...env, ...quickRetries, LEASE_MS: '1000' };
      let scenario: LoadScenario | null = null;
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const gateway = await startGatewayProcess(settings);
        scenario ??= await startLoadScenario(gateway, telegram, seededRandom(11));
        const known = scenario.acknowledged.size;
        const load = scenario.begin(gateway, round);
        const { acknowledged } = scenario;
        await until(() => acknowledged.size > known + 5, 20_000);
        const { code, ms } = await gateway.terminate();
        expect(code).toBe(0);
        times.push(ms);
        await load.end();
      }
      report(`SIGTERM on ${engine.name}: ended after ${times.join(', ')} ms`);
      expect(Math.max(...times)).toBeLessThan(10_000);
      const gateway = await startGatewayProcess(settings);
      if (!scenario) throw new Error('No round was made.');
      await waitUntilSettled(scenario, telegram, gateway);
      await checkInvariants(scenario, await allPrompts(gateway));
    });

    it(
      'ends the process with code 0 in spite of a waiting reader, a hanging receiver and a hanging prompt',
      { tags: ['slow'] },
      async () => {
        const { telegram, env } = await startTelegram();
        const gateway = await startGatewayProcess({ ...(await engine.empty()), ...env });
        const receiver = await startReceiver(() => {});
        const ada = telegram.addUser({ firstName: 'Ada' });
        await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
        const answered = await ask(gateway, 'approvals', { callback_url: receiver.url });
        await telegram.press({ chat: ada, message: answered.message, button: 'Yes' });
        await receiver.waitFor(1);
        const { id } = await ask(gateway, 'approvals');
        const reading = gateway.call(getPrompt, { params: { id }, query: { wait: '60' } });
        telegram.failNext('sendMessage', { hang: true });
        const asking = ask(gateway, 'approvals').catch((error: unknown) => error);
        await until(() => telegram.calls({ method: 'sendMessage' }).some(({ status }) => status === 0));
        const { code, ms } = await gateway.terminate();
        report(
          `SIGTERM on ${engine.name} with a waiting reader, a hanging question and a hanging receiver: ended after ${ms} ms`,
        );
        expect(code).toBe(0);
        expect(ms).toBeLessThan(stopLimits.total);
        expect((await reading).state).toBe('pending');
        expect(await asking).toMatchObject({
          status: 400,
          body: { detail: expect.stringContaining('Telegram') as string },
        });
      },
    );
  });
});

/** Ends all other sessions on the database and returns their number. */
async function endSessions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ended = await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
  return ended.rowCount ?? 0;
}
