import { describe, expect, it } from 'vitest';
import { openPrincipal, type StatusCounts, type Store } from '../src/index.js';
import { readStatus } from '../src/status/status.js';
import { manualClock, silentLog } from './manual-clock.js';

const surroundings = (counts: () => Promise<StatusCounts>) => {
  const clock = manualClock();
  return { clock, log: silentLog, store: { status: { counts } } as Partial<Store> as Store };
};

describe('the status', () => {
  it('tells that the database fails, rather than failing', async () => {
    const { counts, problem } = await readStatus(
      surroundings(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'))),
      async () => null,
      openPrincipal,
    );
    expect(counts).toBeNull();
    expect(problem).toMatch(/^The database cannot be used right now/);
    expect(problem).not.toContain('10.0.0.7');
  });

  it('does not wait for a database that hangs', async () => {
    const hanging = surroundings(() => new Promise(() => {}));
    const status = readStatus(hanging, async () => null, openPrincipal);
    await hanging.clock.advance(3000);
    expect(await status).toEqual({ counts: null, problem: 'The database has not answered within 3 s.' });
  });
});
