import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { streamEventTypes, type StreamEventType } from '@gateway/contract';
import { EventFeed, type EventSink } from '../src/events/event-feed.js';
import type { Change, Clock, GatewayEvent, PromptRow, Store, StreamEventRow } from '../src/index.js';
import { silentLog } from './manual-clock.js';

const org = 'default';

const clock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** The stream's table in memory, with counts of the queries. */
function memory() {
  const rows: StreamEventRow[] = [];
  const listeners = new Set<(change: Change) => void>();
  const queries = { pages: 0, prompts: 0 };
  /** Runs before a prompt is read. */
  let before: () => Promise<void> = async () => {};
  const store = {
    streamEvents: {
      newest: async () => rows.length,
      removedTo: async () => 0,
      page: async (_org: string, after: number, upTo: number, limit: number) => {
        queries.pages += 1;
        return rows.slice(after, upTo).slice(0, limit);
      },
      tail: async () => {
        const begin = rows.length;
        let position = begin;
        return {
          begin,
          next: async (limit: number) => {
            const next = rows.slice(position, position + limit);
            position += next.length;
            return next;
          },
        };
      },
    },
    prompts: {
      get: async (_org: string, num: number) => {
        queries.prompts += 1;
        await before();
        return { num, terms: null } as PromptRow;
      },
    },
    changes: {
      subscribe(listener: (change: Change) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  } as unknown as Store;
  return {
    store,
    queries,
    listeners,
    beforeReading: (work: () => Promise<void>) => (before = work),
    append(count: number, type: StreamEventType = 'prompt.created') {
      for (let times = 0; times < count; times += 1) {
        rows.push({ organizationId: org, seq: rows.length + 1, type, resourceId: '1', at: new Date() });
      }
      for (const listener of listeners) listener({ kind: 'event' });
    },
  };
}

/** A reader that accepts `room` events at a time. */
function readerOf(room = Infinity) {
  const seen: number[] = [];
  let reached = 0;
  const late: number[] = [];
  onTestFinished(() =>
    expect(late, 'events that were written after their position was reported as reached').toEqual([]),
  );
  let space = room;
  let free = () => {};
  const sink: EventSink = {
    write({ seq }: GatewayEvent) {
      expect(space, 'a full reader was written to').toBeGreaterThan(0);
      seen.push(seq);
      if (seq <= reached) late.push(seq);
      return (space -= 1) > 0;
    },
    missed: () => {},
    reached(position) {
      expect(position, 'a position that decreases').toBeGreaterThanOrEqual(Math.max(reached, seen.at(-1) ?? 0));
      reached = position;
    },
    drained: () => (space > 0 ? Promise.resolve() : new Promise((resolve) => (free = resolve))),
  };
  return {
    seen,
    sink,
    makeRoom(more: number) {
      space = more;
      free();
    },
  };
}

function feedOn({ store }: ReturnType<typeof memory>) {
  const feed = new EventFeed({ store, clock, log: silentLog });
  onTestFinished(() => feed.stop());
  return {
    feed,
    async open({ sink }: ReturnType<typeof readerOf>, after: number | null = null) {
      const gone = new AbortController();
      const all = { types: new Set(streamEventTypes), channelIds: null, correlationIds: null };
      const reader = await feed.admit({ organizationId: org, ...all, after });
      const followed = reader.follow(sink, gone.signal);
      return { close: () => (gone.abort(), followed), followed };
    },
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Waits for a condition, with a timeout that is scaled for slow machines. */
const eventually = (check: () => void) =>
  vi.waitFor(check, { timeout: 10_000 * Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1) });

describe('EventFeed', () => {
  it('reads each event once for all up-to-date readers, without paging the table', async () => {
    const events = memory();
    const { open } = feedOn(events);
    const readers = Array.from({ length: 50 }, () => readerOf());
    for (const reader of readers) await open(reader);
    for (let times = 0; times < 10; times += 1) events.append(12);
    for (const { seen } of readers) await eventually(() => expect(seen).toEqual(upTo(120)));
    expect(events.queries).toEqual({ pages: 0, prompts: 120 });
  });

  it('writes no more to a full reader, and continues from the table where it stopped', async () => {
    const events = memory();
    const { open } = feedOn(events);
    const [stuck, healthy] = [readerOf(3), readerOf()];
    await open(stuck);
    await open(healthy);
    events.append(1000);
    await eventually(() => expect(healthy.seen).toEqual(upTo(1000)));
    await eventually(() => expect(stuck.seen).toEqual([1, 2, 3]));
    stuck.makeRoom(300);
    await eventually(() => expect(stuck.seen).toEqual(upTo(303)));
    stuck.makeRoom(Infinity);
    await eventually(() => expect(stuck.seen).toEqual(upTo(1000)));
    // Soon after it has caught up it no longer reads the table.
    for (let count = 1001, pages = -1; events.queries.pages !== pages; count += 1) {
      ({ pages } = events.queries);
      events.append(1);
      await eventually(() => expect(stuck.seen).toEqual(upTo(count)));
      expect(count).toBeLessThan(1010);
    }
  });

  it('neither skips nor repeats events for a reader that joins while events are read', async () => {
    const events = memory();
    events.append(5);
    const { open } = feedOn(events);
    const [first, second] = [readerOf(), readerOf()];
    await open(first);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    events.beforeReading(() => gate);
    events.append(5);
    await eventually(() => expect(events.queries.prompts).toBe(5));
    await open(second, 2);
    release();
    events.append(2);
    await eventually(() => expect(first.seen).toEqual([6, 7, 8, 9, 10, 11, 12]));
    await eventually(() => expect(second.seen).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
  });

  it('reads events from the table when the shared read failed', async () => {
    const events = memory();
    const { open } = feedOn(events);
    const reader = readerOf();
    await open(reader);
    let failures = 1;
    events.beforeReading(async () => {
      if ((failures -= 1) >= 0) throw new Error('The database is away.');
    });
    events.append(4);
    await eventually(() => expect(reader.seen).toEqual(upTo(4)));
  });

  it('has no subscription without readers, and ends all streams when stopped', async () => {
    const events = memory();
    const { feed, open } = feedOn(events);
    expect(events.listeners.size).toBe(0);
    const [one, other] = [await open(readerOf()), await open(readerOf())];
    expect([feed.readers, events.listeners.size]).toEqual([2, 1]);
    await one.close();
    await other.close();
    await eventually(() => expect([feed.readers, events.listeners.size]).toEqual([0, 0]));
    const last = await open(readerOf());
    await feed.stop();
    await last.followed;
    await expect(open(readerOf())).rejects.toThrow('This instance is stopping');
  });
});
