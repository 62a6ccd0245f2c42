import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs, type DeliverEvents, type InboundEvent, type Log, type Outcome } from '@gateway/platform-kit';

const BATCH_SIZE = 50;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 30_000;
/** About ten minutes of reattempts. After that, an event that cannot be stored no longer blocks the events behind it. */
const MAX_ATTEMPTS = 26;

/** A payload of the socket in the order of arrival. */
interface Received {
  /** Null when the payload has no event; `done` still advances the session. */
  readonly event: InboundEvent | null;
  /** Called when the event is stored or dropped. */
  done(outcome: Outcome | undefined): void;
}

export interface Inbox {
  push(received: Received): void;
  /** Stores no further events. Resolves when the current call of `deliver` has ended. */
  stop(): Promise<void>;
}

/**
 * Delivers events in order. Discord does not send events of a socket again while it is open, so an event and those behind it stay here
 * until it is stored. Events that are here when the gateway stops are redelivered if the session can be resumed: it resumes after the
 * last event whose `done` was called.
 */
export function createInbox(deliver: DeliverEvents, log: Log): Inbox {
  const waiting: Received[] = [];
  const stopped = new AbortController();
  let attempts = 0;
  let isRunning = false;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0 && !stopped.signal.aborted) {
      // One at a time after a failure, so that one event cannot make others fail.
      const batch = waiting.slice(0, attempts === 0 ? BATCH_SIZE : 1);
      const outcomes = await attempt(batch.flatMap(({ event }) => event ?? []));
      if (outcomes === null && attempts <= MAX_ATTEMPTS) {
        await sleep(backoffMs(attempts, FIRST_RETRY_MS, MAX_RETRY_MS), undefined, {
          signal: stopped.signal,
        }).catch(() => {});
        continue;
      }
      if (outcomes === null) log.error('An event could not be stored and is lost.', { event: batch[0]?.event?.id });
      attempts = 0;
      waiting.splice(0, batch.length);
      const rest = [...(outcomes ?? [])];
      for (const { event, done } of batch) done(event === null ? undefined : rest.shift());
    }
    isRunning = false;
  }

  async function attempt(events: readonly InboundEvent[]): Promise<readonly Outcome[] | null> {
    if (events.length === 0) return [];
    try {
      return await deliver(events);
    } catch {
      attempts += 1;
      if (attempts === 1) log.error('Events could not be stored and are retried.', { events: waiting.length });
      return null;
    }
  }

  return {
    push(received) {
      waiting.push(received);
      if (!isRunning) running = run();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
