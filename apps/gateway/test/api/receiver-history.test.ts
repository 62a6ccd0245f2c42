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
});
