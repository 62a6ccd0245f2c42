import { describe, expect, it } from 'vitest';
import { cancelPrompt, createPrompt, getStatistics, type StatisticsWindow } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const hour = 3_600_000;

describe('GET /v1/statistics', () => {
  it('counts by the days of time_zone, also when the clocks change, and refuses an unknown zone', async () => {
    const clock = manualClock(Date.UTC(2030, 3, 2, 22, 30));
    const gateway = await startTestGateway({ clock });
    const startsIn = async (time_zone?: string) =>
      (await gateway.call(getStatistics, { query: { window: '7d', ...(time_zone && { time_zone }) } })).buckets.map(
        ({ from }) => from.slice(0, 16),
      );
    expect(await startsIn()).toEqual(
      ['27', '28', '29', '30', '31']
        .map((day) => `2030-03-${day}T00:00`)
        .concat('2030-04-01T00:00', '2030-04-02T00:00'),
    );
    // Berlin: summer time begins on March 31. It is April 3 there already.
    const berlin = await startsIn('europe/berlin');
    expect(berlin.slice(2, 5)).toEqual(['2030-03-29T23:00', '2030-03-30T23:00', '2030-03-31T22:00']);
    expect(berlin.at(-1)).toBe('2030-04-02T22:00');
    expect((await startsIn('Asia/Kolkata')).at(-1)).toBe('2030-04-02T18:30');
    // Beirut: the clocks go from 00:00 to 01:00 on March 31.
    expect((await startsIn('Asia/Beirut')).slice(3, 6)).toEqual([
      '2030-03-30T22:00',
      '2030-03-31T21:00',
      '2030-04-01T21:00',
    ]);
    const refused = await gateway.request('GET', '/v1/statistics?window=7d&time_zone=Mars/Olympus');
    expect(refused).toMatchObject({ status: 400, json: { detail: expect.stringContaining('time_zone') } });
  });

  onEveryEngine((engine) => {
    it('counts asked, answered, cancelled and expired prompts by hour and day, with answer time and deliveries', async () => {
      const { telegram, env } = await startTelegram();
      const clock = manualClock(Date.UTC(2030, 4, 17, 9, 30));
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env }, clock });
      const receiver = await startReceiver();
      const refusing = await startReceiver((_received, response) => response.writeHead(410).end());
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'asks', chat: ada });
      const ask = (callbackUrl: string, ttl = 0) =>
        gateway.call(createPrompt, {
          body: { channel_id: 'asks', text: 'Ship?', options: ['Yes'], ttl_sec: ttl, callback_url: callbackUrl },
        });
      const statistics = async (window?: StatisticsWindow) => {
        clock.advance(2000);
        return await gateway.call(getStatistics, { query: window === undefined ? {} : { window } });
      };
      await ask(receiver.url);
      clock.advance(20_000);
      await telegram.press({ chat: ada, button: 'Yes' });
      clock.advance(2 * hour);
      await ask(refusing.url);
      clock.advance(40_000);
      await telegram.press({ chat: ada, button: 'Yes' });
      await ask(receiver.url, 60);
      const cancelled = await ask(receiver.url);
      await gateway.call(cancelPrompt, { params: { id: cancelled.prompt_id } });
      clock.advance(61_000);
      await until(async () => {
        const { callbacks, buckets } = await statistics();
        return callbacks.delivered === 1 && callbacks.dead === 1 && buckets.at(-1)?.expired === 1;
      });

      const day = await statistics();
      expect(day).toMatchObject({
        window: '24h',
        from: '2030-05-16T12:00:00.000Z',
        to: new Date(clock.now()).toISOString(),
        median_answer_ms: 30_000,
        callbacks: { delivered: 1, dead: 1, pending: 0 },
        queue: { pending: 0, oldest_at: null },
        channels: { active: 1, failing: 0, unverified: 0, troubled: [] },
      });
      expect(day.buckets).toHaveLength(24);
      expect(day.buckets.map(({ from }) => Date.parse(from))).toEqual(
        day.buckets.map((_, place) => Date.UTC(2030, 4, 16, 12 + place)),
      );
      expect(day.buckets.filter(({ created }) => created > 0)).toEqual([
        { from: '2030-05-17T09:00:00.000Z', created: 1, answered: 1, expired: 0, cancelled: 0, undeliverable: 0 },
        { from: '2030-05-17T11:00:00.000Z', created: 3, answered: 1, expired: 1, cancelled: 1, undeliverable: 0 },
      ]);

      for (const [window, days] of [
        ['7d', 7],
        ['30d', 30],
      ] as const) {
        const { from, buckets } = await statistics(window);
        expect(buckets).toHaveLength(days);
        expect(from).toBe(new Date(Date.UTC(2030, 4, 17 - days + 1)).toISOString());
        expect(buckets.at(-1)).toEqual({
          from: '2030-05-17T00:00:00.000Z',
          created: 4,
          answered: 2,
          expired: 1,
          cancelled: 1,
          undeliverable: 0,
        });
        expect(buckets.slice(0, -1).every(({ created }) => created === 0)).toBe(true);
      }
    });

    it('computes the counts once per two seconds', async () => {
      const { telegram, env } = await startTelegram();
      const clock = manualClock();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env }, clock });
      const active = async () => (await gateway.call(getStatistics, {})).channels.active;
      expect(await Promise.all([active(), active()])).toEqual([0, 0]);
      await registerChannel(gateway, telegram, { id: 'asks', chat: telegram.addUser({ firstName: 'Ada' }) });
      expect(await active()).toBe(0);
      clock.advance(2000);
      expect(await active()).toBe(1);
    });
  });

  it('rejects an unknown window', async () => {
    const gateway = await startTestGateway();
    const { status, json } = await gateway.request('GET', '/v1/statistics?window=1y');
    expect(status).toBe(400);
    expect(json.detail).toContain('window');
  });
});
