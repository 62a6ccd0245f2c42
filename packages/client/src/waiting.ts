import { outcomeOf, wordsDueAt, type Outcome } from './answers.js';
import { clockOf, send, type GatewayOptions, type RequestOptions } from './connection.js';
import { isRetryable } from './errors.js';
import type { Prompt } from './generated/contract.js';
import { checkSeconds, sleep } from './timing.js';

export interface WaitOptions extends RequestOptions {
  /** For how many seconds to wait. Then the outcome is `pending`. 0: only look. Default: until the question is closed. */
  readonly waitSec?: number | undefined;
  /** Whether the question is cancelled when the signal aborts. Default: it stays open. */
  readonly cancelOnAbort?: boolean | undefined;
}

/** Proxies and HTTP clients usually give up after 60 seconds. */
const LONGEST_WAIT_SEC = 50;
/** The least time between two requests, if the gateway does not hold them. */
const PAUSE_MS = 1000;
const CANCEL_RETRY_SEC = 5;

/** The number in an id such as `#12` or `12`. */
export function promptNumber(promptId: string): number {
  const number = /^#?([1-9]\d{0,8})$/.exec(promptId)?.[1];
  if (number === undefined) throw new TypeError('A prompt id has the form #12 or 12.');
  return Number(number);
}

/**
 * Waits until a question is closed, or for `waitSec`. `known`: what the gateway has replied before; then an interruption of any length
 * is waited out.
 */
export async function waitForOutcome(
  options: GatewayOptions,
  promptId: string,
  { signal, waitSec = Infinity, cancelOnAbort = false }: WaitOptions,
  known: Outcome | null = null,
): Promise<Outcome> {
  checkSeconds('waitSec', waitSec);
  const path = `/v1/prompts/${promptNumber(promptId)}`;
  const end = clockOf(options).now() + waitSec * 1000;
  try {
    return await readUntil(options, path, end, signal, known);
  } catch (error) {
    if (signal?.aborted && cancelOnAbort) await cancel(options, path);
    throw error;
  }
}

async function readUntil(
  options: GatewayOptions,
  path: string,
  end: number,
  signal: AbortSignal | undefined,
  known: Outcome | null,
): Promise<Outcome> {
  const clock = clockOf(options);
  for (let last = known; ;) {
    const from = clock.now();
    const leftSec = Math.max(0, (end - from) / 1000);
    const wait = Math.min(LONGEST_WAIT_SEC, Math.ceil(leftSec));
    let prompt: Prompt;
    try {
      prompt = await send<Prompt>(options, {
        method: 'GET',
        path: `${path}?wait=${wait}`,
        signal,
        ...(last && { retrySec: leftSec }),
      });
    } catch (error) {
      // The gateway could not be reached until the end of the wait.
      if (last && isRetryable(error)) return last;
      throw error;
    }
    last = outcomeOf(prompt);
    const until = last.status === 'pending' ? end : Math.min(end, wordsDueAt(prompt) ?? 0);
    if (clock.now() >= until) return last;
    await sleep(clock, Math.max(0, PAUSE_MS - (clock.now() - from)), signal);
  }
}

/** The question may be closed already, and the caller gets the reason of the abort in any case. */
async function cancel(options: GatewayOptions, path: string): Promise<void> {
  await send(options, { method: 'POST', path: `${path}/cancel`, retrySec: CANCEL_RETRY_SEC }).catch(() => {});
}
