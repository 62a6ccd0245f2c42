import type { Outcome } from './answers.js';
import type { GatewayOptions, RequestOptions } from './connection.js';
import type { Gateway } from './gateway.js';
import type { NewPrompt } from './generated/contract.js';
import { checkSeconds } from './timing.js';
import { waitForOutcome, type WaitOptions } from './waiting.js';

export interface AskAllOptions extends WaitOptions {
  /** One for each question, which is asked once for its key, for 24 hours. Default: random keys. */
  readonly idempotencyKeys?: readonly string[] | undefined;
}

const LONGEST_BATCH = 20;

/**
 * Asks all questions at once, and waits for all answers. A question that was refused rejects in its place, and does not stop the others.
 */
export async function askAll(
  gateway: Gateway,
  options: GatewayOptions,
  prompts: readonly NewPrompt[],
  { idempotencyKeys, ...waiting }: AskAllOptions,
): Promise<PromiseSettledResult<Outcome>[]> {
  checkSeconds('waitSec', waiting.waitSec);
  const { signal } = waiting;
  if (idempotencyKeys && idempotencyKeys.length !== prompts.length)
    throw new TypeError('idempotencyKeys must have one key for each question.');
  const asked = prompts.map((prompt, index) => ({ prompt, key: idempotencyKeys?.[index] ?? crypto.randomUUID() }));
  const ids = asked.length > 1 ? await askInBatches(gateway, asked, signal) : [];
  return await Promise.allSettled(
    asked.map(async ({ prompt, key }, index) => {
      // Alone, a question is retried, or refused with the whole error.
      const promptId = ids[index] ?? (await gateway.createPrompt(prompt, { signal, idempotencyKey: key })).prompt_id;
      return await waitForOutcome(options, promptId, waiting, { status: 'pending', promptId });
    }),
  );
}

/** The ids of the questions in the chat. Null: it was not asked. */
async function askInBatches(
  gateway: Gateway,
  asked: readonly { readonly prompt: NewPrompt; readonly key: string }[],
  signal: RequestOptions['signal'],
): Promise<(string | null)[]> {
  const ids: (string | null)[] = [];
  for (let first = 0; first < asked.length; first += LONGEST_BATCH) {
    const part = asked.slice(first, first + LONGEST_BATCH);
    const { results } = await gateway.createBatch(
      part.map(({ prompt }) => prompt),
      { signal, idempotencyKeys: part.map(({ key }) => key) },
    );
    ids.push(...results.map((result) => ('prompt_id' in result ? result.prompt_id : null)));
  }
  return ids;
}
