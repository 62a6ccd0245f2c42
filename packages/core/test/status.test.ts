import { describe, expect, it } from 'vitest';
import { openPrincipal, type ServiceStatusCounts, type Store } from '../src/index.js';
import { readServiceStatus } from '../src/status/service-status.js';
import { manualClock, silentLog } from './manual-clock.js';

const deps = (counts: () => Promise<ServiceStatusCounts>) => {
  const clock = manualClock();
  return { clock, log: silentLog, store: { serviceStatus: { counts } } as Partial<Store> as Store };
};

describe('readServiceStatus', () => {
  it('reports a failing database as a problem without its address', async () => {
    const { counts, problem } = await readServiceStatus(
      deps(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'))),
      async () => null,
      openPrincipal,
    );
    expect(counts).toBeNull();
    expect(problem).toMatch(/^The database cannot be used right now/);
    expect(problem).not.toContain('10.0.0.7');
  });

  it('returns after 3 s when the database hangs', async () => {
    const hanging = deps(() => new Promise(() => {}));
    const status = readServiceStatus(hanging, async () => null, openPrincipal);
    await hanging.clock.advance(3000);
    expect(await status).toEqual({ counts: null, problem: 'The database has not answered within 3 s.' });
  });
});
