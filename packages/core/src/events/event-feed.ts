import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamEventType } from '@gateway/contract';
import type { Services } from '../ports/services.js';
import { Refusal } from '../base/refusal.js';
import { passes, type EventFilter } from './event-filter.js';
import { withResource, type GatewayEvent } from './event-resource.js';
import { startTail, type EventTail, type LiveReader } from './event-tail.js';
import type { StreamEventRow } from '../ports/service/stream-event-store.js';

/** Concurrent readers of one instance. */
const MAX_READERS = 200;
const PAGE_SIZE = 200;

export interface EventSubscription extends EventFilter {
  readonly organizationId: string;
  readonly types: ReadonlySet<StreamEventType>;
  /** The last event that the reader has seen; null: it wants only new events. */
  readonly after: number | null;
}

/** Where a reader starts, and the last event that it claims to have seen. */
interface StartPosition {
  readonly position: number;
  readonly seen: number | null;
}

/** Receives the events of one reader. The feed buffers nothing for it: events that it cannot take now are read from the table later. */
export interface EventSink {
  /** False: it accepted this event and must get no more until `drained` resolves. */
  write(event: GatewayEvent): boolean;
  /** Events after `seen`, the last one that the reader knows, were removed. Later events continue after `position`. */
  missed(seen: number, position: number): void;
  /** Everything that the reader wants up to `position` has been written. Never decreases, and is never below a written event. */
  reached(position: number): void;
  /** Resolves when it accepts events again (immediately if it does now), or when its reader has disconnected. */
  drained(): Promise<void>;
}

/** An admitted reader. */
export interface AdmittedReader {
  /** The position where its stream begins. Null: it resumes after the position that it gave. */
  readonly beginsAt: number | null;
  /** Writes events in order, each once, until `signal` aborts or the gateway stops. Must be called. */
  follow(sink: EventSink, signal: AbortSignal): Promise<void>;
}

/** The event stream for many readers: one query for all that are up to date, pages for those that are behind. */
export class EventFeed {
  readonly #options: Services;
  readonly #stopped = new AbortController();
  /** Each ends the stream of one reader. */
  readonly #following = new Set<() => void>();
  #readers = 0;
  #tail: Promise<EventTail> | null = null;

  constructor(options: Services) {
    this.#options = options;
  }

  get readers(): number {
    return this.#readers;
  }

  /** Admits a reader. Throws a `Refusal` if there are too many. */
  async admit(subscription: EventSubscription): Promise<AdmittedReader> {
    if (this.#stopped.signal.aborted) throw new Refusal('unavailable', 'This instance is stopping: connect again.');
    if (this.#readers >= MAX_READERS) {
      throw new Refusal(
        'unavailable',
        `This instance serves ${MAX_READERS} event streams already: close one, or try again later.`,
      );
    }
    this.#readers += 1;
    try {
      const tail = await (this.#tail ??= this.#startTail());
      const start = await this.#startOf(tail, subscription);
      return {
        beginsAt: start.seen === null ? start.position : null,
        follow: (sink, gone) => this.#follow(tail, subscription, start, sink, gone).finally(() => this.#leave()),
      };
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Ends every reader's stream. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const end of this.#following) end();
    await this.#tail?.then((tail) => tail.stop()).catch(() => {});
  }

  #startTail(): Promise<EventTail> {
    const starting = startTail(this.#options, this.#stopped.signal);
    starting.catch(() => {
      if (this.#tail === starting) this.#tail = null;
    });
    return starting;
  }

  /** Releases a reader. The tail stops with the last one, so that the stream has no cost without readers. */
  #leave(): void {
    this.#readers -= 1;
    if (this.#readers > 0) return;
    const tail = this.#tail;
    this.#tail = null;
    tail?.then((running) => running.stop()).catch(() => {});
  }

  /**
   * Another instance may have been ahead of this one. An id that no event has had yet is from another database: it is ignored, and
   * the reader gets `missed`.
   */
  async #startOf(tail: EventTail, { organizationId, after }: EventSubscription): Promise<StartPosition> {
    const { streamEvents } = this.#options.store;
    // The tail starts at 0 when all events have been removed.
    const end = Math.max(tail.position, await streamEvents.removedTo(organizationId));
    if (after === null) return { position: end, seen: null };
    const isKnown = after <= end || after <= (await streamEvents.newest());
    return { position: isKnown ? after : end, seen: after };
  }

  async #follow(
    tail: EventTail,
    subscription: EventSubscription,
    start: StartPosition,
    sink: EventSink,
    gone: AbortSignal,
  ): Promise<void> {
    const over = new AbortController();
    const end = () => over.abort();
    this.#following.add(end);
    gone.addEventListener('abort', end, { once: true });
    if (gone.aborted || this.#stopped.signal.aborted) end();
    let reportedTo = 0;
    /** Checked after rows are read, so that no removal in between is missed. */
    const reportRemoved = async (position: number) => {
      const removedTo = await this.#options.store.streamEvents.removedTo(subscription.organizationId);
      if (removedTo <= Math.max(position, reportedTo)) return;
      reportedTo = removedTo;
      sink.missed(position, position);
    };
    try {
      if (start.seen !== null && start.seen > start.position) sink.missed(start.seen, start.position);
      else if (start.seen !== null) await reportRemoved(start.position);
      sink.reached(start.position);
      for (let { position } = start; !over.signal.aborted;) {
        position = await this.#catchUp(tail, subscription, position, sink, over.signal, reportRemoved);
        position = await takeLive(tail, subscription, position, sink, over.signal);
        if (!over.signal.aborted) await sink.drained();
      }
    } finally {
      this.#following.delete(end);
      gone.removeEventListener('abort', end);
    }
  }

  /** Reads the table until the reader has reached the tail. Holds one page of short rows and one event in memory. */
  async #catchUp(
    tail: EventTail,
    subscription: EventSubscription,
    start: number,
    sink: EventSink,
    signal: AbortSignal,
    tellRemoved: (position: number) => Promise<void>,
  ): Promise<number> {
    const { store } = this.#options;
    let position = start;
    while (position < tail.position && !signal.aborted) {
      const upTo = tail.position;
      const rows = await store.streamEvents.page(subscription.organizationId, position, upTo, PAGE_SIZE);
      await tellRemoved(position);
      for (const row of rows.filter((found) => matches(subscription, found))) {
        const event = await withResource(store, row);
        if (!signal.aborted && passes(subscription, event) && !sink.write(event)) await sink.drained();
        if (signal.aborted) return position;
      }
      position = rows.length < PAGE_SIZE ? upTo : (rows.at(-1)?.seq ?? upTo);
      sink.reached(position);
      await nextTurn();
    }
    return position;
  }
}

function matches({ organizationId, types }: EventSubscription, event: StreamEventRow): boolean {
  return event.organizationId === organizationId && types.has(event.type);
}

/** Forwards new events. Returns the position when the reader is behind, the sink is full or the reader has disconnected. */
async function takeLive(
  tail: EventTail,
  subscription: EventSubscription,
  start: number,
  sink: EventSink,
  signal: AbortSignal,
): Promise<number> {
  let position = start;
  if (signal.aborted || position < tail.position) return position;
  await new Promise<void>((resolve) => {
    const end = () => {
      tail.live.delete(reader);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const reader: LiveReader = {
      wants: (event) => matches(subscription, event),
      take(events, upTo) {
        for (const event of events) {
          if (event.seq <= position || !matches(subscription, event)) continue;
          position = event.seq;
          if (passes(subscription, event) && !sink.write(event)) return end();
        }
        position = Math.max(position, upTo);
        sink.reached(position);
      },
      fallBehind: end,
    };
    tail.live.add(reader);
    signal.addEventListener('abort', end, { once: true });
  });
  return position;
}
