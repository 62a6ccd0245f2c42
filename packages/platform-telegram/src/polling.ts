import {
  backoffMs,
  isPlatformError,
  pause,
  PlatformError,
  retry,
  type DeliverEvents,
  type Log,
  type RetryControl,
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
export async function poll({ telegram, deliver, readFile, log }: Source, control: StreamControl): Promise<void> {
  const { signal } = control;
  const answers = createAnswers(telegram, log, signal);
  let offset: number | undefined;
  let webhookRemoved = false;
  let deliveryFailures = 0;

  const once = async ({ isUp, onContact }: RetryControl): Promise<void> => {
    const askedAt = performance.now();
    // Only once: a webhook that appears later was set by another program on purpose.
    if (!webhookRemoved) await removeWebhook(telegram, signal);
    webhookRemoved = true;
    // The first request does not wait, so that it shows immediately whether the stream works.
    const updates = await fetchUpdates(telegram, offset, isUp ? LONG_POLL_SECONDS : 0, signal);
    onContact();

    const inbound = joinAlbums(updates.flatMap((update) => parseUpdate(update, readFile) ?? []));
    const last = inbound.at(-1);
    if (last === undefined) {
      if (isUp) await pause(MIN_EMPTY_POLL_MS - (performance.now() - askedAt), signal);
      return;
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
      return await pause(backoffMs(deliveryFailures), signal);
    }
    reportMoves(inbound, log);
    // The id of the last update, not the greatest: after a week without updates, Telegram may restart with a lower id.
    const next = last.updateId + 1;
    // Without a pause, a server that ignores the offset would be polled in a tight loop.
    if (next === offset) await pause(MIN_EMPTY_POLL_MS, signal);
    offset = next;
  };

  // A single interrupted long poll is normal for networks and proxies, and is not reported.
  await retry(control, once, { tolerated: 1, log });
  await answers.settle(MAX_ANSWER_WAIT_MS);
}

async function removeWebhook({ call }: Telegram, signal: AbortSignal): Promise<void> {
  try {
    await call(signal, (api, signal) => api.deleteWebhook({ drop_pending_updates: false }, signal));
  } catch (error) {
    const code = isPlatformError(error) ? error.code : null;
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
