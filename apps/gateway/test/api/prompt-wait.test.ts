import { describe, expect, it } from 'vitest';
import { manualClock, type ManualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

describe('waiting for the answer of a prompt', () => {
  const shared = startOnce(startAsking);

  onEveryEngine((engine) => {
    it('ends when the prompt is answered', async () => {
      const { ask, get, telegram, ada, gateway } = await startAsking({ engine });
      await ask({ options: ['Yes'] });
      const waiting = [get(1, '?wait=60'), gateway.request('GET', '/v1/prompts/%231?wait=60').then(({ json }) => json)];
      await telegram.press({ chat: ada, button: 'Yes' });
      for (const record of await Promise.all(waiting))
        expect(record).toMatchObject({ state: 'answered', answer: 'Yes' });
    });
  });

  it('returns an answered prompt at once, and a pending one without wait', async () => {
    const { ask, get, telegram, ada } = await startAsking({ clock: manualClock() });
    await ask({ options: ['Yes'] });
    expect((await get(1)).state).toBe('pending');
    expect((await get(1, '?wait=0')).state).toBe('pending');
    await telegram.press({ chat: ada, button: 'Yes' });
    expect((await get(1, '?wait=60')).state).toBe('answered');
  });

  it('returns the pending record when the wait ends', async () => {
    const clock = manualClock();
    const { ask, get } = await startAsking({ clock });
    await ask();
    const idle = await settled(clock);
    const waiting = get(1, '?wait=30');
    await until(() => clock.waiting > idle);
    let over = false;
    void waiting.then(() => (over = true));
    for (let second = 0; second < 29; second += 1) {
      clock.advance(1000);
      await until(() => clock.waiting > idle);
    }
    expect(over).toBe(false);
    clock.advance(1000);
    expect(await waiting).toMatchObject({ state: 'pending' });
  });

  it('ends when the prompt expires', async () => {
    const clock = manualClock();
    const { ask, get } = await startAsking({ clock });
    await ask({ ttl_sec: 10 });
    const idle = await settled(clock);
    const waiting = get(1, '?wait=60');
    await until(() => clock.waiting > idle);
    clock.advance(10_000);
    expect(await waiting).toMatchObject({ state: 'expired' });
  });

  it('releases its timers when the client disconnects', async () => {
    const clock = manualClock();
    const { ask, gateway } = await startAsking({ clock });
    await ask();
    const idle = await settled(clock);
    const client = new AbortController();
    const waiting = Promise.allSettled(
      Array.from({ length: 5 }, () => fetch(`${gateway.url}/v1/prompts/1?wait=60`, { signal: client.signal })),
    );
    await until(() => clock.waiting >= idle + 5);
    client.abort();
    expect((await waiting).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    await until(() => clock.waiting <= idle);
  });

  it.each(['61', '-1', 'abc', '', '1.5'])('rejects wait=%s with 400', async (wait) => {
    const { ask, gateway } = shared();
    const refused = await gateway.request('GET', `/v1/prompts/${await ask()}?wait=${wait}`);
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(/^wait must be/);
  });

  it('answers 404 at once for an unknown prompt', async () => {
    const { gateway } = await startAsking();
    expect((await gateway.request('GET', '/v1/prompts/7?wait=60')).status).toBe(404);
  });
});

/** The number of timers once it has stopped changing. */
async function settled(clock: ManualClock): Promise<number> {
  let last = -1;
  let unchanged = 0;
  await until(() => {
    unchanged = clock.waiting === last ? unchanged + 1 : 0;
    last = clock.waiting;
    return unchanged >= 10;
  });
  return last;
}
