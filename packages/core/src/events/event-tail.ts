import { startLoop, type Loop } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import { withResource, type GatewayEvent } from './event-resource.js';
import type { StreamEventRow } from './stream-event-store.js';

/** What is read ahead for all readers at once. */
const BATCH = 50;
/** Every change is announced; this is for announcements that get lost. */
const IDLE_MS = 2000;

/** A reader that has seen all there is and takes what comes. */
export interface LiveReader {
  wants(event: StreamEventRow): boolean;
  /** `events`: what is wanted of all that came up to `upTo`. */
  take(events: readonly GatewayEvent[], upTo: number): void;
  /** What came could not be read: it must look for itself. */
  fallBehind(): void;
}

/** The end of the event stream, followed once for all readers of this instance. */
export interface EventTail {
  /** Nothing up to here is still to come; live readers have been given it. */
  readonly position: number;
  readonly live: Set<LiveReader>;
  stop(): Promise<void>;
}

/** Resolves once there is a position to read from; `stopped` ends what it waits for. */
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
    // From here on whoever joins finds these rows in the table.
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
