import { expect, test } from 'vitest';
import { claimStatement } from '../../src/ports/deliveries/claim-statement.js';
import { onEveryEngine } from '../engines.js';
import { freshStores } from './fixture.js';

onEveryEngine((engine) => {
  test('reads each receiver and each lane once per claim, regardless of the limit', async () => {
    const { database } = await freshStores(engine);
    const now = new Date();
    const claim = {
      now,
      until: now,
      limit: 128,
      perDestination: 16,
      perLane: 16,
      timedOutLimit: 64,
      skip: [],
      busy: [],
      holder: 'a',
    };
    const [text, params] = claimStatement(database.engine, claim);
    const explain = database.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const plan = (await database.sql.all<Record<string, unknown>>(`${explain} ${text}`, params)).map((row) =>
      String(row['detail'] ?? row['QUERY PLAN'] ?? row['queryPLAN'] ?? Object.values(row)[0]),
    );
    const walks = plan.filter((line) => /RECURSIVE STEP|Recursive Union/.test(line));
    expect(walks, plan.join('\n')).toHaveLength(2);
    // SQLite must not build a temporary index over all deliveries.
    expect(plan.filter((line) => line.includes('AUTOMATIC'))).toEqual([]);
    // The plan joins no other table to them.
    const scans = plan.filter((line) => /^\s*(?:->\s+)?(?:CTE Scan on|SCAN|SEARCH) owed\b/.test(line));
    expect(scans.length, plan.join('\n')).toBeLessThanOrEqual(1);
  });
});
