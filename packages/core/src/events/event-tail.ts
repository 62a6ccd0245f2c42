import { startLoop, type Loop } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import { withResource, type GatewayEvent } from './event-resource.js';
import type { StreamEventRow } from '../ports/service/stream-event-store.js';

/** Events per read for all readers. */
const BATCH = 50;
/** Poll interval, in case an announcement is lost. */
const IDLE_MS = 2000;

/** A reader that is up to date and gets new events. */
export interface LiveReader {
  wants(event: StreamEventRow): boolean;
  /** `events`: the wanted events of any reader up to `upTo`. */
  take(events: readonly GatewayEvent[], upTo: number): void;
  /** New events could not be read: the reader must read the table itself. */
  fallBehind(): void;
}

/** Follows the end of the event stream once for all readers of this instance. */
export interface EventTail {
  /** Live readers have got every event up to here. */
  readonly position: number;
  readonly live: Set<LiveReader>;
  stop(): Promise<void>;
}

/** Resolves when a position to read from is known; `stopped` ends the wait. */
export async function startTail(
  { store, clock, log }: { store: Store; clock: Clock; log: Logger },
  stopped: AbortSignal,
): Promise<EventTail> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  stopped.addEventListener('abort', abort, { once: true });
  const source = await store.streamEvents.tail(stop.signal).catch((error: unknown) => {
    stopped.removeEventListener('abort', abort);
    throw error;
  });
  const live = new Set<LiveReader>();
  let position = source.begin;

  async function pass(): Promise<number | null> {
    const rows = await source.next(BATCH);
    const readers = [...live];
    // A reader that joins from here on finds these rows in the table.
    position = rows.at(-1)?.seq ?? position;
    const upTo = position;
    try {
      const wanted = rows.filter((row) => readers.some((reader) => reader.wants(row)));
      const events = await Promise.all(wanted.map((row) => withResource(store, row)));
      for (const reader of readers) if (live.has(reader)) reader.take(events, upTo);
    } catch (error) {
      for (const reader of readers) reader.fallBehind();
      throw error;
    }
    return rows.length === BATCH ? clock.now() : null;
  }

  const loop: Loop = startLoop({ name: 'event stream', clock, log, idleMs: IDLE_MS, pass });
  const unsubscribe = store.changes.subscribe(() => loop.wake());
  return {
    get position() {
      return position;
    },
    live,
    async stop() {
      unsubscribe();
      stopped.removeEventListener('abort', abort);
      abort();
      await loop.stop();
    },
  };
}
