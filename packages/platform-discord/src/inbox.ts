import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliverEvents, InboundEvent, Log, Outcome } from '@gateway/platform-kit';

const BATCH = 50;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** About ten minutes of waiting: then an event that cannot be stored no longer holds up those behind it. */
const MAX_TRIES = 26;

/** Something that came over the socket, in its turn. */
interface Arrived {
  /** Null when it concerns nobody; it still marks how far was read. */
  readonly event: InboundEvent | null;
  /** Called once the event is stored, or given up. */
  done(outcome: Outcome | undefined): void;
}

export interface Inbox {
  push(arrived: Arrived): void;
  /** Stores nothing further; resolves when what was being stored is. */
  stop(): Promise<void>;
}

/**
 * Hands events over one after the other. Discord does not send over a socket again what a receiver could not keep, so an
 * event stays here, with all that follow it, until it is stored. What is still here when the gateway ends comes again all the
 * same, if the session can be resumed: a session is resumed after the last event that was done.
 */
export function createInbox(deliver: DeliverEvents, log: Log): Inbox {
  const waiting: Arrived[] = [];
  const stopped = new AbortController();
  let tries = 0;
  let isRunning = false;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0 && !stopped.signal.aborted) {
      // Alone after a failure, so that one event cannot make others fail.
      const batch = waiting.slice(0, tries === 0 ? BATCH : 1);
      const outcomes = await attempt(batch.flatMap(({ event }) => event ?? []));
      if (outcomes === null && tries <= MAX_TRIES) {
        await sleep(Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MAX_WAIT_MS), undefined, {
          signal: stopped.signal,
        }).catch(() => {});
        continue;
      }
      if (outcomes === null) log.error('An event could not be stored and is lost.', { event: batch[0]?.event?.id });
      tries = 0;
      waiting.splice(0, batch.length);
      const left = [...(outcomes ?? [])];
      for (const { event, done } of batch) done(event === null ? undefined : left.shift());
    }
    isRunning = false;
  }

  async function attempt(events: readonly InboundEvent[]): Promise<readonly Outcome[] | null> {
    if (events.length === 0) return [];
    try {
      return await deliver(events);
    } catch {
      tries += 1;
      if (tries === 1) log.error('Events could not be stored and are tried again.', { events: waiting.length });
      return null;
    }
  }

  return {
    push(arrived) {
      waiting.push(arrived);
      if (!isRunning) running = run();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
