import { expect, it } from 'vitest';
import { cancelPrompt, createPrompt, getReceiver, listDeliveries, retryReceiver } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

async function start(engine: Engine, startAt: string) {
  const clock = manualClock(Date.parse(startAt));
  const { telegram, env } = await startTelegram();
  const own = { CALLBACK_RETRY_SCHEDULE: '3600', OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
  const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env, ...own }, clock });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  let status = 410;
  const receiver = await startReceiver((_received, response) => void response.writeHead(status).end());
  const params = { id: new URL(receiver.url).origin };
  return {
    gateway,
    clock,
    receiver,
    params,
    respondWith: (next: number) => (status = next),
    goTo: (time: string) => clock.advance(Date.parse(time) - clock.now()),
    /** Ends a prompt, and waits until its callback has been attempted once. */
    async callBack(url = receiver.url): Promise<void> {
      const { prompt_id } = await gateway.call(createPrompt, {
        body: { channel_id: 'approvals', text: 'Ready?', callback_url: url, notify_on_expiry: true },
      });
      await gateway.call(cancelPrompt, { params: { id: prompt_id } });
      await until(async () => {
        const [delivery] = await gateway.call(listDeliveries, { query: { prompt_id } });
        return delivery && (delivery.last_status ?? delivery.last_error) !== null;
      });
    },
    read: async (query = {}) => gateway.call(getReceiver, { params, query }),
  };
}

onEveryEngine((engine) => {
  it('dead callbacks of a receiver are counted by day in the time zone of the reader, also when the clocks change', async () => {
    const { gateway, callBack, goTo, params, read } = await start(engine, '2026-03-27T22:30:00Z');
    await callBack();
    goTo('2026-03-27T23:30:00Z');
    await callBack();
    await callBack();
    // A day of 23 hours is between.
    goTo('2026-03-29T22:30:00Z');
    await callBack();
    expect((await read({ time_zone: 'europe/berlin' })).dead_by_day).toEqual([
      { from: '2026-03-29T22:00:00.000Z', count: 1 },
      { from: '2026-03-27T23:00:00.000Z', count: 2 },
      { from: '2026-03-26T23:00:00.000Z', count: 1 },
    ]);
    expect((await read({ time_zone: 'UTC' })).dead_by_day).toEqual([
      { from: '2026-03-29T00:00:00.000Z', count: 1 },
      { from: '2026-03-27T00:00:00.000Z', count: 3 },
    ]);
    // Its offset has a quarter of an hour.
    expect((await read({ time_zone: 'Asia/Kathmandu' })).dead_by_day).toEqual([
      { from: '2026-03-29T18:15:00.000Z', count: 1 },
      { from: '2026-03-27T18:15:00.000Z', count: 3 },
    ]);
    expect((await read()).dead_by_day).toBeUndefined();
    const retried = await gateway.call(retryReceiver, {
      params,
      body: { since: '2026-03-27T23:00:00.000Z', dry_run: true },
    });
    expect(retried).toEqual({ retried: 3 });
    const path = `/v1/receivers/${encodeURIComponent(params.id)}`;
    expect((await gateway.request('GET', `${path}?time_zone=Mars/Base`)).status).toBe(400);
  });

  it('every attempt to a receiver is counted in its period, in the last hour, day and week', async () => {
    const { callBack, clock, goTo, read, respondWith } = await start(engine, '2026-03-04T11:57:00Z');
    const counts = async (window: string) => {
      const { traffic } = await read({ window });
      return traffic.filter(({ delivered, failed }) => delivered + failed > 0);
    };
    await callBack();
    goTo('2026-03-04T12:01:00Z');
    respondWith(200);
    await callBack();
    await callBack();
    respondWith(503);
    await callBack();
    const [before, after] = [
      { from: '2026-03-04T11:55:00.000Z', delivered: 0, failed: 1 },
      { from: '2026-03-04T12:00:00.000Z', delivered: 2, failed: 1 },
    ];
    await until(async () => {
      clock.advance(2100);
      return (await counts('1h'))[1]?.failed === 1;
    });
    expect(await counts('1h')).toEqual([before, after]);
    expect(await counts('24h')).toEqual([{ ...before, from: '2026-03-04T11:00:00.000Z' }, after]);
    expect(await counts('7d')).toEqual([{ ...before, from: '2026-03-04T06:00:00.000Z' }, after]);
    for (const [window, periods, minutes] of [
      ['1h', 12, 5],
      ['24h', 24, 60],
      ['7d', 28, 360],
    ] as const) {
      const { traffic } = await read({ window });
      const starts = traffic.map(({ from }) => Date.parse(from));
      expect(starts).toHaveLength(periods);
      expect(starts.slice(1).every((at, index) => at - (starts[index] ?? 0) === minutes * 60_000)).toBe(true);
      expect(starts.at(-1)).toBeLessThanOrEqual(clock.now());
    }
    goTo('2026-03-04T13:06:00Z');
    expect(await counts('1h')).toEqual([]);
    expect(await counts('24h')).toHaveLength(2);
  });

  it('the addresses of a receiver are listed with what each of them got, without their queries', async () => {
    const { callBack, gateway, goTo, read, receiver, params, respondWith } = await start(
      engine,
      '2026-03-04T12:00:00Z',
    );
    const at = (path: string) => params.id + path;
    await callBack(at('/finance?key=opal-secret'));
    goTo('2026-03-04T12:10:00Z');
    await callBack(at('/ci'));
    respondWith(200);
    await callBack(at('/finance?key=other#top').replace('://', '://bob:hush-hush@'));
    respondWith(503);
    await callBack(at('/ci'));
    const { addresses } = await read();
    expect(JSON.stringify(addresses)).not.toMatch(/opal|other|bob|hush/);
    expect(addresses).toEqual([
      { url: at('/ci'), delivered_count: 0, pending_count: 1, dead_count: 1, last_attempt_at: expect.any(String) },
      { url: at('/finance'), delivered_count: 1, pending_count: 0, dead_count: 1, last_attempt_at: expect.any(String) },
    ]);
    const found = await gateway.call(listDeliveries, { query: { url: at('/finance') } });
    expect(found).toHaveLength(2);
    expect(receiver.received).toHaveLength(4);
    goTo('2026-03-04T13:05:00Z');
    expect((await read({ window: '1h' })).addresses).toMatchObject([
      { url: at('/ci'), dead_count: 1 },
      { url: at('/finance'), delivered_count: 1, dead_count: 0 },
    ]);
  });
});
