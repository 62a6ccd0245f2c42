import type { Connection } from '@gateway/platform-kit';
import { describe, expect, it } from 'vitest';
import { holdStream } from '../src/connections/stream.js';
import type { LeaseStore } from '../src/index.js';
import { manualClock, settle, silentLog } from './manual-clock.js';

const LEASE_MS = 6000;

/** Leases in memory. `away`: the database fails. */
function leases(): LeaseStore & { away: boolean } {
  const held = new Map<string, { holder: string; until: number }>();
  return {
    away: false,
    async acquire(name, holder, now, until) {
      if (this.away) throw new Error('The database is away.');
      const current = held.get(name);
      if (current && current.holder !== holder && current.until > now.getTime()) return false;
      held.set(name, { holder, until: until.getTime() });
      return true;
    },
    async release(name, holder) {
      if (held.get(name)?.holder === holder) held.delete(name);
    },
  };
}

describe('holdStream', () => {
  function instance(holder: string, store: LeaseStore, clock: ReturnType<typeof manualClock>, running: Set<string>) {
    const stop = new AbortController();
    const connection = {
      start: ({ signal }: { signal: AbortSignal }) =>
        new Promise<void>((resolve) => {
          running.add(holder);
          signal.addEventListener('abort', () => (running.delete(holder), resolve()));
        }),
    } as Partial<Connection> as Connection;
    const options = { name: 's', connection, leases: store, holder, leaseMs: LEASE_MS, clock, log: silentLog };
    const nothing = { onUp() {}, onDown() {}, onContact() {}, onEnd() {}, describeFailure: () => ({}) };
    const ended = holdStream({ ...options, ...nothing, signal: stop.signal });
    return { stop: async () => (stop.abort(), await ended) };
  }

  it('runs the stream on one instance, and on another soon after that one stopped', async () => {
    const [clock, store, running] = [manualClock(), leases(), new Set<string>()];
    const first = instance('first', store, clock, running);
    await settle();
    const second = instance('second', store, clock, running);
    await clock.advance(60_000);
    expect([...running]).toEqual(['first']);
    await first.stop();
    await clock.advance(LEASE_MS / 6);
    expect([...running]).toEqual(['second']);
    await second.stop();
    expect([...running]).toEqual([]);
  });

  it('takes over within the lease time from an instance that crashed', async () => {
    const [clock, store, running] = [manualClock(), leases(), new Set<string>()];
    await store.acquire('s', 'crashed', new Date(clock.now()), new Date(clock.now() + (LEASE_MS * 2) / 3));
    const second = instance('second', store, clock, running);
    await settle();
    expect([...running]).toEqual([]);
    await clock.advance((LEASE_MS * 5) / 6);
    expect([...running]).toEqual(['second']);
    await second.stop();
  });

  it('ends the stream before the lease expires when the database fails, and restarts it afterwards', async () => {
    const [clock, store, running] = [manualClock(), leases(), new Set<string>()];
    const first = instance('first', store, clock, running);
    await settle();
    store.away = true;
    await clock.advance((LEASE_MS * 2) / 3);
    expect([...running]).toEqual([]);
    store.away = false;
    await clock.advance(LEASE_MS);
    expect([...running]).toEqual(['first']);
    await first.stop();
  });
});
