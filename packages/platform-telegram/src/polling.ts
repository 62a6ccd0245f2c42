import {
  backoffMs,
  PlatformError,
  withJitter,
  type DeliverEvents,
  type Log,
  type StreamControl,
} from '@gateway/platform-kit';
import { LONG_POLL_SECONDS, type Telegram } from './api.js';
import { joinAlbums } from './albums.js';
import { createAnswers } from './answers.js';
import { movedHint } from './errors.js';
import type { ReadFile } from './files.js';
import { ALLOWED_UPDATES, parseUpdate, type Inbound } from './inbound.js';

/** Max wait on stop for answers to presses. */
const MAX_ANSWER_WAIT_MS = 1000;

/** Minimum time between two empty polls, because some servers answer a long poll immediately. */
const MIN_EMPTY_POLL_MS = 250;

interface Source {
  readonly telegram: Telegram;
  readonly deliver: DeliverEvents;
  readonly readFile: ReadFile;
  readonly log: Log;
}

/**
 * Polls until `signal` aborts. The offset is not stored: Telegram keeps updates until the offset of a later request confirms them.
 * There is no confirming request on stop, because it could disturb the poller of another instance. So after a restart at most one batch
 * is received again, with the same event ids.
 */
export async function poll(
  { telegram, deliver, readFile, log }: Source,
  { signal, onUp, onDown, onContact }: StreamControl,
): Promise<void> {
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
      // Only once: a webhook that appears later was set by another program on purpose.
      if (!webhookRemoved) await removeWebhook(telegram, signal);
      webhookRemoved = true;
      // The first request does not wait, so that it shows immediately whether the stream works.
      updates = await fetchUpdates(telegram, offset, isLongPoll ? LONG_POLL_SECONDS : 0, signal);
    } catch (error) {
      if (signal.aborted) break;
      const problem = asPlatformError(error);
      fetchFailures += 1;
      // A single interrupted long poll is normal for networks and proxies, and is not reported.
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
    onContact?.();
    state = 'up';

    const inbound = joinAlbums(updates.flatMap((update) => parseUpdate(update, readFile) ?? []));
    const last = inbound.at(-1);
    if (last === undefined) {
      if (isLongPoll) await wait(MIN_EMPTY_POLL_MS - (performance.now() - askedAt), signal);
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
      await wait(backoffMs(deliveryFailures), signal);
      continue;
    }
    reportMoves(inbound, log);
    // The id of the last update, not the greatest: after a week without updates, Telegram may restart with a lower id.
    const next = last.updateId + 1;
    // Without a pause, a server that ignores the offset would be polled in a tight loop.
    if (next === offset) await wait(MIN_EMPTY_POLL_MS, signal);
    offset = next;
  }
  await answers.settle(MAX_ANSWER_WAIT_MS);
}

async function removeWebhook({ call }: Telegram, signal: AbortSignal): Promise<void> {
  try {
    await call(signal, (api, signal) => api.deleteWebhook({ drop_pending_updates: false }, signal));
  } catch (error) {
    const { code } = asPlatformError(error);
    // The following fetch reports any other problem, such as a refused token, more precisely.
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

/** Delivers the events of a batch in one call. Returns one notice per update, in the same order. */
async function deliverAll(inbound: readonly Inbound[], deliver: DeliverEvents): Promise<(string | null)[]> {
  const events = inbound.flatMap(({ event }) => event ?? []);
  const outcomes = events.length === 0 ? [] : await deliver(events);
  const noticeOf = new Map(events.map((event, index) => [event, outcomes[index]?.notice ?? null]));
  return inbound.map(({ event }) => (event === null ? null : (noticeOf.get(event) ?? null)));
}

/** Logs groups that have a new id: their channels receive nothing until an operator changes the target. */
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
  if (code === 'conflict') return backoffMs(failures, 5000, 60_000);
  return withJitter(backoffMs(failures));
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
