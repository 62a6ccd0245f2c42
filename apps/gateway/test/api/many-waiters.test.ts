import { Agent, fetch } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PromptRecord } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey } from '../harness/keys.js';
import { limitMs } from '../harness/until.js';
import { startAsking } from './asking.js';

describe('a thousand waiting requests', () => {
  onEveryEngine((engine) => {
    it('use little CPU and each get their answer at once', { tags: ['slow'] }, async () => {
      const env = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey };
      const { ask, gateway, telegram, ada } = await startAsking({ engine, env });
      for (let count = 0; count < 10; count += 1) await ask({ options: [`Yes ${count}`] });
      const dispatcher = new Agent({ connections: 1000 });
      onTestFinished(() => dispatcher.destroy());
      const waiting = Array.from({ length: 1000 }, async (_, index) => {
        const response = await fetch(`${gateway.url}/v1/prompts/${(index % 10) + 1}?wait=60`, {
          dispatcher,
          headers: { 'x-api-key': adminKey },
        });
        return { at: performance.now(), record: (await response.json()) as PromptRecord };
      });
      // This request arrived last: when it times out, all others have arrived.
      await gateway.request('GET', '/v1/prompts/1?wait=1');
      // On a busy machine the work of earlier requests may still be running.
      let seconds = Infinity;
      for (let tries = 0; tries < 5 && seconds >= 1; tries += 1) {
        const before = process.cpuUsage();
        await gateway.request('GET', '/v1/prompts/1?wait=2');
        const { user, system } = process.cpuUsage(before);
        seconds = (user + system) / 1e6;
      }
      expect(seconds, 'CPU seconds in two seconds of waiting').toBeLessThan(1);

      const answeredAt = performance.now();
      for (const [count, message] of telegram.messages({ chat: ada }).entries()) {
        await telegram.press({ chat: ada, message, button: `Yes ${count}` });
      }
      const replies = await Promise.all(waiting);
      expect(replies.map(({ record }) => record.answer)).toEqual(replies.map((_, index) => `Yes ${index % 10}`));
      // They ended by the answer, not by their timeout.
      expect(Math.max(...replies.map(({ at }) => at)) - answeredAt).toBeLessThan(limitMs(30_000));
    });
  });

  it('are answered with the current record when the gateway stops', async () => {
    const { ask, get, gateway } = await startAsking();
    await ask();
    const waiting = Promise.all(Array.from({ length: 20 }, () => get(1, '?wait=60')));
    await get(1, '?wait=1');
    const startedAt = performance.now();
    const stopping = gateway.stop();
    for (const record of await waiting) expect(record).toMatchObject({ id: '#1', state: 'pending' });
    await stopping;
    expect(performance.now() - startedAt).toBeLessThan(limitMs(30_000));
  });
});
