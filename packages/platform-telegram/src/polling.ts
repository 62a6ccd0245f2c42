import { PlatformError, type DeliverEvents, type Log, type StreamControl } from '@gateway/platform-kit';
import { LONG_POLL_SECONDS, type Telegram } from './api.js';
import { createAnswers } from './answers.js';
import { movedHint } from './errors.js';
import { ALLOWED_UPDATES, parseUpdate, type Inbound } from './inbound.js';

/** Milliseconds that answers to presses may still take once the stream is told to end. */
const SETTLE_MS = 1000;

/** Milliseconds at least between two fetches that bring nothing: some servers answer a long poll at once. */
const EMPTY_MS = 250;

interface Source {
  readonly telegram: Telegram;
  readonly deliver: DeliverEvents;
  readonly log: Log;
}

/**
 * Polls until `signal` aborts. The offset needs no memory beyond this call: Telegram keeps what was not confirmed, and only
 * the next request's offset confirms. Nor is there a last request on the way out: at most the batch that was being delivered
 * comes again after a restart, with the same event ids, while a request then could disturb the poller that takes over.
 */
export async function poll({ telegram, deliver, log }: Source, { signal, onUp, onDown }: StreamControl): Promise<void> {
  const answers = createAnswers(telegram, log, signal);
  let offset: number | undefined;
  let webhookRemoved = false;
  let state: 'starting' | 'up' | 'down' = 'starting';
  let fetchFailures = 0;
  let deliveryFailures = 0;

  while (!signal.aborted) {
    const askedAt = performance.now();
    const isLongPoll = state === 'up';
    let updates: readonly unknown[];
    try {
      // Only once: a webhook that appears later was set by somebody who wants the bot now.
      if (!webhookRemoved) await removeWebhook(telegram, signal);
      webhookRemoved = true;
      // A first request that does not wait tells at once whether the stream works.
      updates = await fetchUpdates(telegram, offset, isLongPoll ? LONG_POLL_SECONDS : 0, signal);
    } catch (error) {
      if (signal.aborted) break;
      const problem = asPlatformError(error);
      fetchFailures += 1;
      // A long poll that breaks off now and then is the way of networks and proxies.
      if (state !== 'up' || problem.code !== 'unavailable' || fetchFailures > 1) {
        if (state !== 'down') log.warn('Polling does not work.', { reason: problem.explanation });
        state = 'down';
        onDown(problem.explanation);
      }
      await wait(pauseAfter(problem, fetchFailures), signal);
      continue;
    }
    fetchFailures = 0;
    if (state !== 'up') onUp();
    state = 'up';

    const inbound = updates.map(parseUpdate).filter((update) => update !== null);
    const last = inbound.at(-1);
    if (last === undefined) {
      if (isLongPoll) await wait(EMPTY_MS - (performance.now() - askedAt), signal);
      continue;
    }
    try {
      const notices = await deliverAll(inbound, deliver);
      deliveryFailures = 0;
      for (const [index, { callbackQueryId }] of inbound.entries()) {
        if (callbackQueryId !== null) await answers.send(callbackQueryId, notices[index] ?? null);
      }
    } catch {
      deliveryFailures += 1;
      log.error('Updates could not be stored and will be fetched again.', { updates: inbound.length });
      await wait(backOff(1000, 30_000, deliveryFailures), signal);
      continue;
    }
    reportMoves(inbound, log);
    // The last one's, not the greatest: after a quiet week Telegram starts anywhere, also lower.
    const next = last.updateId + 1;
    // A server that does not heed the offset would be asked for the same without a pause.
    if (next === offset) await wait(EMPTY_MS, signal);
    offset = next;
  }
  await answers.settle(SETTLE_MS);
}

async function removeWebhook({ call }: Telegram, signal: AbortSignal): Promise<void> {
  try {
    await call(signal, (api, signal) => api.deleteWebhook({ drop_pending_updates: false }, signal));
  } catch (error) {
    const { code } = asPlatformError(error);
    // Whatever else is wrong (the token, say) the fetch that follows tells better.
    if (code === 'unavailable' || code === 'rate_limited') throw error;
  }
}

async function fetchUpdates(telegram: Telegram, offset: number | undefined, timeout: number, signal: AbortSignal) {
  const request = timeout === 0 ? telegram.call : telegram.longPoll;
  const updates: unknown = await request(signal, (api, signal) =>
    api.getUpdates({ offset, timeout, limit: 100, allowed_updates: ALLOWED_UPDATES }, signal),
  );
  if (!Array.isArray(updates)) throw new PlatformError('unavailable', "Telegram's answer was not a list of updates.");
  return updates as readonly unknown[];
}

/** Hands the events of a batch over in one go; the notices stand where their updates stood. */
async function deliverAll(inbound: readonly Inbound[], deliver: DeliverEvents): Promise<(string | null)[]> {
  const events = inbound.flatMap(({ event }) => event ?? []);
  const outcomes = events.length === 0 ? [] : await deliver(events);
  const noticeOf = new Map(events.map((event, index) => [event, outcomes[index]?.notice ?? null]));
  return inbound.map(({ event }) => (event === null ? null : (noticeOf.get(event) ?? null)));
}

/** Warns about groups that got a new id: their channels are deaf until an operator changes the target. */
export function reportMoves(inbound: readonly Inbound[], log: Log): void {
  for (const { moved } of inbound) {
    if (moved !== null) log.warn(movedHint(moved.to), { old_target: moved.from, new_target: moved.to });
  }
}

function asPlatformError(error: unknown): PlatformError {
  return error instanceof PlatformError ? error : new PlatformError('unavailable', 'Polling failed.');
}

function pauseAfter({ code, retryAfterMs }: PlatformError, failures: number): number {
  if (code === 'rate_limited') return retryAfterMs ?? 1000;
  if (code === 'auth') return 60_000;
  if (code === 'conflict') return backOff(5000, 60_000, failures);
  // Spread out, so that many gateways do not come back in step.
  return backOff(1000, 30_000, failures) * (0.75 + Math.random() / 4);
}

function backOff(firstMs: number, maxMs: number, failures: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
