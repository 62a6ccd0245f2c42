import { describe, expect, it } from 'vitest';
import {
  createClient,
  createKey,
  createPrompt,
  deleteChannel,
  getPromptStatistics,
  revokeKey,
  type StatisticsWindow,
} from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';

const hour = 3_600_000;
const none = { created: 0, answered: 0, expired: 0, cancelled: 0, undeliverable: 0, pending: 0 };
const empty = { ...none, median_answer_ms: null, p90_answer_ms: null };

describe('GET /v1/statistics/prompts', () => {
  it('is empty, without a percentile, in a new installation', async () => {
    const gateway = await startTestGateway({ clock: manualClock(Date.UTC(2030, 4, 17, 9, 30)) });
    const statistics = await gateway.call(getPromptStatistics, {});
    expect(statistics).toMatchObject({
      window: '24h',
      from: '2030-05-16T10:00:00.000Z',
      to: '2030-05-17T09:30:00.000Z',
      total: empty,
      before: { from: '2030-05-15T10:00:00.000Z', to: '2030-05-16T09:30:00.000Z', ...empty },
      breakdown: { prompts: 0, channels: [], keys: [], people: [] },
    });
    expect(statistics.slots).toHaveLength(24);
  });

  it('refuses an unknown window and an unknown time zone', async () => {
    const gateway = await startTestGateway();
    for (const query of ['window=1y', 'time_zone=Mars/Olympus']) {
      const { status, json } = await gateway.request('GET', `/v1/statistics/prompts?${query}`);
      expect([status, json.detail]).toEqual([400, expect.stringContaining(query.split('=')[0] ?? '')]);
    }
  });

  it('begins days and hours at those of the time zone, where a day has 23 or 25 hours when the clocks change', async () => {
    const startsAt = async (now: number, time_zone: string, window: StatisticsWindow = '7d') => {
      const gateway = await startTestGateway({ clock: manualClock(now) });
      const { slots } = await gateway.call(getPromptStatistics, { query: { window, time_zone } });
      return slots.map(({ from }) => Date.parse(from));
    };
    const lengths = (starts: readonly number[]) =>
      starts.slice(1).map((start, place) => (start - (starts[place] ?? 0)) / hour);
    // Berlin: summer time begins on March 31 and ends on October 27.
    expect(lengths(await startsAt(Date.UTC(2030, 3, 2, 12), 'Europe/Berlin'))).toEqual([24, 24, 24, 24, 23, 24]);
    expect(lengths(await startsAt(Date.UTC(2030, 9, 29, 12), 'Europe/Berlin'))).toEqual([24, 24, 24, 24, 25, 24]);
    const inKolkata = await startsAt(Date.UTC(2030, 3, 2, 12, 10), 'Asia/Kolkata', '24h');
    expect(new Date(inKolkata.at(-1) ?? 0).toISOString()).toBe('2030-04-02T11:30:00.000Z');
  });

  onEveryEngine((engine) => {
    it('counts prompts by their creation, compares with the window before, and groups them by channel and key', async () => {
      const { telegram, env } = await startTelegram();
      const clock = manualClock(Date.UTC(2030, 4, 16, 8));
      const gateway = await startTestGateway({
        env: {
          ...(await engine.empty()),
          ...env,
          USE_AUTH: 'true',
          GATEWAY_API_KEY: 'admin-key-of-the-test-0123456789',
        },
        clock,
      });
      const ada = telegram.addUser({ firstName: 'Ada' });
      const grace = telegram.addUser({ firstName: 'Grace' });
      await registerChannel(gateway, telegram, { id: 'asks', chat: ada });
      await registerChannel(gateway, telegram, { id: 'other', chat: grace });
      const agent = await gateway.call(createKey, { body: { name: 'finance', preset: 'asker' } });
      const limited = await gateway.call(createKey, {
        body: { name: 'limited', scopes: ['status:read'], channels: ['other'] },
      });
      const clientOf = (apiKey: string) => createClient({ baseUrl: gateway.url, apiKey });
      const asAgent = clientOf(agent.key);
      const ask = (channel_id: string) =>
        asAgent(createPrompt, { body: { channel_id, text: 'Ship?', options: ['Yes'], ttl_sec: 0 } });
      await ask('asks');
      clock.advance(4000);
      await telegram.press({ chat: ada, button: 'Yes' });
      clock.advance(26 * hour);
      await ask('asks');
      clock.advance(2000);
      await telegram.press({ chat: ada, button: 'Yes' });
      await ask('asks');
      await ask('other');
      await gateway.call(deleteChannel, { params: { id: 'other' } });
      await gateway.call(revokeKey, { params: { id: agent.id } });
      clock.advance(2000);
      const statistics = await gateway.call(getPromptStatistics, {});
      const total = { ...none, created: 3, answered: 1, pending: 2 };
      expect(statistics).toMatchObject({
        total: { ...total, median_answer_ms: 2000, p90_answer_ms: 2000 },
        before: { ...none, created: 1, answered: 1, median_answer_ms: 4000 },
        breakdown: {
          prompts: 3,
          channels: [
            { channel_id: 'asks', platform: 'telegram', is_active: true, created: 2, answered: 1 },
            { channel_id: 'other', created: 1, answered: 0, median_answer_ms: null },
          ],
          keys: [{ api_key_id: agent.id, name: 'finance', revoked_at: expect.any(String), created: 3, answered: 1 }],
          people: [
            { person_id: null, platform: 'telegram', user_id: String(ada.id), answered: 1, median_answer_ms: 2000 },
          ],
        },
      });
      expect(statistics.slots.at(-1)).toMatchObject({ ...total, median_answer_ms: 2000 });
      // A key of one channel that may not read keys and people.
      expect(await clientOf(limited.key)(getPromptStatistics, {})).toMatchObject({
        total: { ...none, created: 1, pending: 1 },
        before: none,
        breakdown: { prompts: 1, channels: [{ channel_id: 'other' }], keys: null, people: null },
      });
    });
  });
});
