import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { GatewayError } from '@gateway/contract';
import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { allPrompts, checkInvariants } from '../durability/invariants.js';
import { startLoadScenario, waitUntilSettled } from '../durability/load-scenario.js';
import type { Asker } from '../durability/prompts.js';
import { seededRandom } from '../durability/random.js';
import { until } from '../harness/until.js';

/** Retries of callbacks that do not outlast a test. */
export const quickRetries = { CALLBACK_RETRY_SCHEDULE: Array.from({ length: 100 }, () => '0.2').join(',') };

/** How long an agent waits after a refusal. Without it a long fault would leave thousands of prompts to retry. */
const PAUSE_MS = 250;

/**
 * Lets agents ask and people answer while `fault` runs, and some more after it. Checks that agents were refused with 503 at worst, and
 * that nothing acknowledged, answered or owed was lost or done twice.
 */
export async function underLoad(
  gateway: Asker & { url: string },
  telegram: TelegramSimulator,
  fault: (progress: { more(): Promise<void>; refused(): Promise<void> }) => Promise<void>,
): Promise<void> {
  const scenario = await startLoadScenario(gateway, telegram, seededRandom(23));
  const failures: unknown[] = [];
  const call: Asker['call'] = async (...given) => {
    try {
      return await gateway.call(...given);
    } catch (error) {
      failures.push((error as Partial<GatewayError>).status ?? error);
      await delay(PAUSE_MS);
      throw error;
    }
  };
  const load = scenario.begin({ call }, 0);
  const more = async () => {
    const known = scenario.acknowledged.size;
    await until(() => scenario.acknowledged.size > known + 5, 30_000);
  };
  const refused = async () => {
    const known = failures.length;
    await until(() => failures.length > known, 30_000);
  };
  await more();
  await fault({ more, refused });
  await more();
  await load.end();
  expect(failures.filter((status) => status !== 503)).toEqual([]);
  await scenario.retryInterrupted(gateway);
  await waitUntilSettled(scenario, telegram, gateway);
  await checkInvariants(scenario, await allPrompts(gateway));
}
