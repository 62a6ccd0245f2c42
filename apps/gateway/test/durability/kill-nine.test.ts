import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { askOneMore } from './crowd.js';
import { report } from './report.js';
import { allPrompts, compare } from './ledger.js';
import { seededRandom, type Random } from './random.js';
import { settle, startTown, type Town } from './town.js';

const ROUNDS = 20;
/** Separate gateways with databases of their own, side by side, as one waits for its disk while another starts. */
const LANES = 2;
const LEASE_MS = 600;

describe('SIGKILL at any instant loses nothing and doubles nothing', () => {
  onEveryEngine((engine) => {
    it(`over ${ROUNDS} rounds of kill and restart under load`, { timeout: 300_000 }, async () => {
      const seed = Number(process.env.KILL_NINE_SEED ?? Date.now() % 1_000_000);
      report(`kill-nine on ${engine.name}: KILL_NINE_SEED=${seed}`);
      const startedAt = performance.now();
      const counts = await Promise.all(
        Array.from({ length: LANES }, (_, lane) => live(engine, seededRandom(seed + lane), ROUNDS / LANES)),
      );
      const sum = (pick: (count: (typeof counts)[number]) => number) => counts.map(pick).reduce((a, b) => a + b);
      const total = {
        questions: sum(({ acknowledged }) => acknowledged),
        interrupted: sum(({ interrupted }) => interrupted),
        continued: sum(({ continued }) => continued),
        answers: sum(({ answered }) => answered),
        told: sum(({ told }) => told),
        repeatedCallbacks: sum(({ repeated }) => repeated),
      };
      report(
        `kill-nine on ${engine.name}: ${JSON.stringify(total)} in ${Math.round(performance.now() - startedAt)} ms`,
      );
      // Kills that hit nothing would prove nothing.
      expect(Math.min(total.interrupted, total.continued)).toBeGreaterThan(ROUNDS);
      expect(Math.min(total.questions, total.answers)).toBeGreaterThan(10);
      expect(total.told).toBeGreaterThan(0);
    });
  });
});

async function live(engine: Engine, random: Random, rounds: number) {
  const { telegram, env } = await startTelegram();
  const settings = {
    ...(await engine.empty()),
    ...env,
    LEASE_MS: String(LEASE_MS),
    CALLBACK_RETRY_SCHEDULE: Array.from({ length: 30 }, () => '0.2').join(','),
    CALLBACK_TIMEOUT_MS: '2000',
  };
  let gateway = await startGatewayProcess(settings);
  const town = await startTown(gateway, telegram, random);
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) gateway = await startGatewayProcess(settings);
    await polling(telegram, gateway);
    const load = town.begin(gateway, round);
    // Every other time only once it has answered, and then now and then a person too: a slow machine has much under way as well.
    const { noticed } = town;
    const known = town.acknowledged.size;
    if (round % 2 === 1) await until(() => town.acknowledged.size > known);
    if (round % 4 === 3) await until(() => town.noticed > noticed);
    await delay(20 + random() * 380);
    await gateway.kill();
    await load.end();
  }
  gateway = await startGatewayProcess(settings);
  await town.repeatInterrupted(gateway);
  await settle(town, telegram, gateway);
  const counts = await compare(town, await allPrompts(gateway));
  // What a dead process had claimed comes back by itself, and is then over for good.
  await until(async () => (await owed(gateway)) === 0);
  expect(await gateway.terminate()).toMatchObject({ code: 0 });

  // A callback that were still owed would come before or with the one of a new question.
  const known = town.receiver.received.length;
  gateway = await startGatewayProcess(settings);
  const last = await oneMore(town, gateway, telegram);
  expect(await gateway.terminate()).toMatchObject({ code: 0 });
  expect(town.receiver.received.slice(known).map(({ json }) => json.prompt_id)).toEqual([last]);
  return counts;
}

async function owed({ url }: GatewayProcess): Promise<number> {
  const response = await fetch(`${url}/v1/deliveries?state=pending`);
  return ((await response.json()) as unknown[]).length;
}

async function oneMore(
  { chats, receiver }: Town,
  gateway: GatewayProcess,
  telegram: TelegramSimulator,
): Promise<string> {
  const [{ channel, chat }] = chats;
  return await askOneMore(gateway, { telegram, channel, chat, receiver });
}

/** The process before may have polled, too: only a call that came after this one's start is its own. */
async function polling(telegram: TelegramSimulator, { startedAt }: GatewayProcess): Promise<void> {
  await until(() => telegram.calls({ method: 'getUpdates' }).some(({ at }) => at >= startedAt));
}
