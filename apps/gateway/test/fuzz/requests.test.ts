import { expect, it } from 'vitest';
import { createPrompt, getPrompt } from '@gateway/contract';
import { registerChannel } from '../harness/gateway.js';
import { limitMs } from '../harness/until.js';
import { fuzz, fuzzSettings, tiers } from './fuzz.js';
import { requests } from './requests.js';
import { sender } from './sender.js';
import { monitor } from './monitor.js';
import { startFixture } from './fixture.js';

const LANES = 16;
const MB = 1_048_576;

const sendRandomRequests = async (count: number) => {
  const { runs, seed } = fuzzSettings(count);
  console.info(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
  const { gateway, telegram, targets, clearRecords } = await startFixture();
  const options = { origin: gateway.url, sender: sender(gateway.url, LANES), lanes: LANES };
  const monitored = monitor(gateway);
  const warm = Math.ceil(runs / 10);

  await fuzz(requests(targets), { ...options, runs: warm, seed });
  clearRecords();
  const before = monitored.heap();
  const startedAt = performance.now();
  const tally = await fuzz(requests(targets), { ...options, runs: runs - warm, seed: seed + LANES });
  const seconds = (performance.now() - startedAt) / 1000;
  clearRecords();
  const after = monitored.heap();
  console.info(
    `${runs} requests, ${seconds.toFixed(0)} s after ${warm}; by status ${JSON.stringify(tally)}; heap ${(before / MB).toFixed(0)} -> ${(after / MB).toFixed(0)} MB; slowest health check ${monitored.slowestHealth.toFixed(0)} ms`,
  );

  expect(monitored.problems).toEqual([]);
  expect(monitored.healthChecks).toBeGreaterThan(0);
  // No request may block the others. The bench measures the speed of an idle machine.
  expect(monitored.slowestHealth).toBeLessThan(10_000);
  expect(after).toBeLessThan(before * 2 + 64 * MB);
  expect(tally.reconnected ?? 0).toBeLessThan(Math.max(runs / 1000, 3));
  // Enough requests must have succeeded.
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
};

for (const { count, tags } of tiers)
  it(
    `the gateway answers any valid or invalid request as the contract says, with bounded time and memory (${count} requests)`,
    { tags, timeout: limitMs(300_000) },
    () => sendRandomRequests(count),
  );
