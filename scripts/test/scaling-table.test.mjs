import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { withScalingTables } from '../lib/scaling-table.mjs';
import { root } from '../lib/workspace.mjs';

const model = await import(pathToFileURL(join(root, 'bench/src/model.ts')).href);

test('docs/scaling.md holds the tables of the model (if not: node scripts/cli.mjs tables)', () => {
  const page = readFileSync(join(root, 'docs/scaling.md'), 'utf8');
  expect(withScalingTables(page, model.scalingTables(model.readFigures()))).toBe(page);
});

test('ten times the prompts need ten times the storage and the CPU of PostgreSQL', () => {
  const cost = {
    gatewayMs: 10,
    databaseMs: 5,
    gatewayRatio: 1,
    databaseRatio: 1,
    walBytes: 10_000,
    syncs: 7,
    storedBytes: 3000,
  };
  const [small, large] = [model.needsOf(cost, 100e6), model.needsOf(cost, 1000e6)];
  expect(large.databaseCores).toBeCloseTo(small.databaseCores * 10);
  expect(large.storedBytes).toBeCloseTo(1000e6 * 3000);
  // 386 prompts a second in the mean, five times as many at the peak, half of each core used.
  expect(large.instances).toBe(39);
});
