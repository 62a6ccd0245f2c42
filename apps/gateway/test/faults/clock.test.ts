import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startAsking } from '../api/asking.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { ask } from '../durability/prompts.js';
import { shiftedClock } from './shifted-clock.js';

const HOUR_MS = 3_600_000;

onEveryEngine((engine) => {
  it(
    'a clock that is set an hour forward and back ends only prompts whose time is over, and repeats no callback',
    { tags: ['slow'] },
    async () => {
      const clock = shiftedClock();
      const { gateway, telegram, ada, get, post } = await startAsking({
        engine,
        clock,
        env: { MAX_OPEN_PROMPTS_PER_CHANNEL: '2' },
      });
      const owner = await setUpConsole(gateway);
      const receiver = await startReceiver();
      const callback = { callback_url: receiver.url, notify_on_expiry: true };
      await ask(gateway, 'approvals', { ...callback, ttl_sec: 1800 });
      await ask(gateway, 'approvals', { ...callback, ttl_sec: 4 * 3600 });
      const expected = [1];
      // Forward, back to the right time, back, and forward to the right time.
      for (const hours of [1, -1, -1, 1]) {
        clock.shift(hours * HOUR_MS);
        await until(async () => (await get(1)).state === 'expired');
        // The channel was full. A full one is counted again after a second.
        const { id, message } = await until(() => ask(gateway, 'approvals', callback).catch(() => null));
        expect(await post({ channel_id: 'approvals', text: 'One more?' })).toMatchObject({ status: 429 });
        expect((await telegram.press({ chat: ada, message, button: 'Yes' })).notice).toBe('Recorded: Yes');
        expected.push(Number(id.slice(1)));
        await receiver.waitFor(expected.length);
        expect((await get(2)).state).toBe('pending');
        expect((await owner.request('GET', '/console/session')).status).toBe(200);
      }
      const called = receiver.received.map(({ json }) => Number(json.prompt_id.slice(1)));
      expect(called.toSorted((a, b) => a - b)).toEqual(expected);
    },
  );
});
