import { describe, expect, it } from 'vitest';
import { openPrincipal, type ServiceStatusCounts, type Store } from '../src/index.js';
import { createServiceStatus } from '../src/status/service-status.js';
import { manualClock, settle, silentLog } from './manual-clock.js';

const deps = (counts: () => Promise<ServiceStatusCounts>) => {
  const clock = manualClock();
  return { clock, log: silentLog, store: { serviceStatus: { counts } } as Partial<Store> as Store };
};

describe('createServiceStatus', () => {
  it('reports a failing database as a problem without its address', async () => {
    const { counts, problem } = await createServiceStatus(
      deps(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'))),
      async () => null,
    )(openPrincipal);
    expect(counts).toBeNull();
    expect(problem).toMatch(/^The database cannot be used right now/);
    expect(problem).not.toContain('10.0.0.7');
  });

  it('returns after 3 s when the database hangs', async () => {
    const hanging = deps(() => new Promise(() => {}));
    const status = createServiceStatus(hanging, async () => null)(openPrincipal);
    await hanging.clock.advance(3000);
    expect(await status).toEqual({ counts: null, problem: 'The database has not answered within 3 s.' });
  });

  it('reads the counts once for all callers that wait for the read in progress', async () => {
    const reads: ((counts: ServiceStatusCounts) => void)[] = [];
    const status = createServiceStatus(
      deps(() => new Promise((resolve) => reads.push(resolve))),
      async () => null,
    );
    const countsWith = (pendingPrompts: number) => ({
      activeChannels: {},
      pendingPrompts,
      promptsAnsweredSince: 0,
      pausedReceivers: 0,
    });
    const first = status(openPrincipal);
    const others = Array.from({ length: 20 }, () => status(openPrincipal));
    expect(reads).toHaveLength(1);
    reads[0]?.(countsWith(1));
    expect((await first).counts?.pendingPrompts).toBe(1);
    await settle();
    expect(reads).toHaveLength(2);
    reads[1]?.(countsWith(2));
    for (const other of others) expect((await other).counts?.pendingPrompts).toBe(2);
  });
});
