import { expect, it } from 'vitest';
import { createPrompt, getPrompt } from '@gateway/contract';
import { registerChannel } from '../harness/gateway.js';
import { fuzz, fuzzSettings, tiers } from './fuzz.js';
import { requests } from './requests.js';
import { sender } from './send.js';
import { watch } from './watch.js';
import { settle } from './world.js';

const LANES = 16;
const MB = 1_048_576;

for (const { count, tags } of tiers)
  it(
    `answers whatever it is asked, however wrong, as the contract says, stays quick and small, and serves on (${count} requests)`,
    { tags, timeout: 300_000 },
    async () => {
      const { runs, seed } = fuzzSettings(count);
      console.info(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
      const { gateway, telegram, world, forget } = await settle();
      const options = { origin: gateway.url, sender: sender(gateway.url, LANES), lanes: LANES };
      const watched = watch(gateway);
      const warm = Math.ceil(runs / 10);

      await fuzz(requests(world), { ...options, runs: warm, seed });
      forget();
      const before = watched.heap();
      const startedAt = performance.now();
      const tally = await fuzz(requests(world), { ...options, runs: runs - warm, seed: seed + LANES });
      const seconds = (performance.now() - startedAt) / 1000;
      forget();
      const after = watched.heap();
      console.info(
        `${runs} requests, ${seconds.toFixed(0)} s after ${warm}; by status ${JSON.stringify(tally)}; heap ${(before / MB).toFixed(0)} -> ${(after / MB).toFixed(0)} MB; slowest health check ${watched.slowestHealth.toFixed(0)} ms`,
      );

      expect(watched.problems).toEqual([]);
      expect(watched.healthChecks).toBeGreaterThan(0);
      // Nothing that is asked holds up everybody; how quick it is on a machine at rest is for the bench.
      expect(watched.slowestHealth).toBeLessThan(10_000);
      expect(after).toBeLessThan(before * 2 + 64 * MB);
      expect(tally.reconnected ?? 0).toBeLessThan(Math.max(runs / 1000, 3));
      // Requests that are all refused would prove little.
      expect((tally['200'] ?? 0) + (tally['201'] ?? 0)).toBeGreaterThan(runs / 10);

      const eve = telegram.addUser({ firstName: 'Eve' });
      await registerChannel(gateway, telegram, { id: 'afterwards', chat: eve });
      const { prompt_id: id } = await gateway.call(createPrompt, {
        body: { channel_id: 'afterwards', text: 'Still there?', options: ['Yes'] },
      });
      await telegram.press({ chat: eve, button: 'Yes' });
      expect(await gateway.call(getPrompt, { params: { id }, query: { wait: '10' } })).toMatchObject({
        state: 'answered',
        answer: 'Yes',
      });
    },
  );
