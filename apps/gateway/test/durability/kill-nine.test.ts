import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { onEveryEngineInBothTiers, type Engine } from '../harness/engines.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { completeOnePrompt } from './prompts.js';
import { report } from './report.js';
import { allPrompts, checkInvariants } from './invariants.js';
import { seededRandom, type Random } from './random.js';
import { waitUntilSettled, startLoadScenario, type LoadScenario } from './load-scenario.js';

/** Lanes are separate gateways with their own databases. They run in parallel because one starts while another waits for its disk. */
const tiers = [
  { kills: 4, lanes: 1, tags: [] },
  { kills: 20, lanes: 2, tags: ['slow'] },
];
const LEASE_MS = 600;

describe('a gateway under load', () => {
  onEveryEngineInBothTiers((engine) => {
    for (const { kills, lanes, tags } of tiers)
      it(`survives ${kills} SIGKILLs without lost or duplicate answers`, { tags, timeout: 300_000 }, async () => {
        const seed = Number(process.env.KILL_NINE_SEED ?? Date.now() % 1_000_000);
        report(`kill-nine on ${engine.name}: KILL_NINE_SEED=${seed}`);
        const startedAt = performance.now();
        const counts = await Promise.all(
          Array.from({ length: lanes }, (_, lane) => runRounds(engine, seededRandom(seed + lane), kills / lanes)),
        );
        const sum = (pick: (count: (typeof counts)[number]) => number) => counts.map(pick).reduce((a, b) => a + b);
        const total = {
          questions: sum(({ acknowledged }) => acknowledged),
          interrupted: sum(({ interrupted }) => interrupted),
          retried: sum(({ retried }) => retried),
          answers: sum(({ answered }) => answered),
          shown: sum(({ shown }) => shown),
          duplicateCallbacks: sum(({ repeated }) => repeated),
        };
        report(
          `kill-nine on ${engine.name}: ${JSON.stringify(total)} in ${Math.round(performance.now() - startedAt)} ms`,
        );
        // The kills must have interrupted requests.
        expect(Math.min(total.interrupted, total.retried)).toBeGreaterThan(kills);
        expect(Math.min(total.questions, total.answers)).toBeGreaterThan(kills / 2);
        expect(total.shown).toBeGreaterThan(0);
      });
  });
});

async function runRounds(engine: Engine, random: Random, rounds: number) {
  const { telegram, env } = await startTelegram();
  const settings = {
    ...(await engine.empty()),
    ...env,
    LEASE_MS: String(LEASE_MS),
    CALLBACK_RETRY_SCHEDULE: Array.from({ length: 30 }, () => '0.2').join(','),
    CALLBACK_TIMEOUT_MS: '2000',
  };
  let gateway = await startGatewayProcess(settings);
  const scenario = await startLoadScenario(gateway, telegram, random);
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) gateway = await startGatewayProcess(settings);
    await polling(telegram, gateway);
    const load = scenario.begin(gateway, round);
    // In half of the rounds wait for an acknowledged prompt, in a quarter also for a shown notice, so that slow machines are under load too.
    const { noticed } = scenario;
    const known = scenario.acknowledged.size;
    if (round % 2 === 1) await until(() => scenario.acknowledged.size > known);
    if (round % 4 === 3) await until(() => scenario.noticed > noticed);
    await delay(20 + random() * 380);
    await gateway.kill();
    await load.end();
  }
  gateway = await startGatewayProcess(settings);
  await scenario.retryInterrupted(gateway);
  await waitUntilSettled(scenario, telegram, gateway);
  const counts = await checkInvariants(scenario, await allPrompts(gateway));
  // Claims of killed processes expire, and their deliveries are then completed.
  await until(async () => (await pendingDeliveries(gateway)) === 0);
  expect(await gateway.terminate()).toMatchObject({ code: 0 });

  // A delivery that is still pending would arrive before or with that of a new prompt.
  const known = scenario.receiver.received.length;
  gateway = await startGatewayProcess(settings);
  const last = await completeOneMore(scenario, gateway, telegram);
  expect(await gateway.terminate()).toMatchObject({ code: 0 });
  expect(scenario.receiver.received.slice(known).map(({ json }) => json.prompt_id)).toEqual([last]);
  return counts;
}

async function pendingDeliveries({ url }: GatewayProcess): Promise<number> {
  const response = await fetch(`${url}/v1/deliveries?state=pending`);
  return ((await response.json()) as unknown[]).length;
}

async function completeOneMore(
  { chats, receiver }: LoadScenario,
  gateway: GatewayProcess,
  telegram: TelegramSimulator,
): Promise<string> {
  const [{ channel, chat }] = chats;
  return await completeOnePrompt(gateway, { telegram, channel, chat, receiver });
}

/** Waits for a poll of this process. An earlier call can come from the process before it. */
async function polling(telegram: TelegramSimulator, { startedAt }: GatewayProcess): Promise<void> {
  await until(() => telegram.calls({ method: 'getUpdates' }).some(({ at }) => at >= startedAt));
}
