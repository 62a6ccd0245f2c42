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

test('1,000 million prompts of 10 ms and 3 kB each need 39 instances and 3 TB', () => {
  const values = Object.fromEntries(
    Object.entries({
      'requests.create.cpuUs': 4000,
      'requests.create.databaseCpuUs': 2000,
      'requests.listPrompts.cpuUs': 2000,
      'requests.listPrompts.databaseCpuUs': 0,
      'events.press.cpuMs': 5,
      'events.press.databaseCpuMs': 3,
      'events.press.storedBytes': 3000,
      'events.message.cpuMs': 2,
      'events.message.databaseCpuMs': 1,
      'instances.press.cpuRatio': 1,
      'instances.press.databaseCpuRatio': 0.9,
      'counts.create.walBytes': 3000,
      'counts.create.syncs': 1,
      'counts.press.walBytes': 7000,
      'counts.press.syncs': 3,
    }).map(([name, value]) => [`postgresql.${name}`, value]),
  );
  const { needs } = model.scalingTables({ date: '', machine: '', values });
  const large = Object.fromEntries(needs.map((/** @type {string[]} */ cells) => [cells[0], cells[3]]));
  // 386 prompts a second in the mean, five times as many at the peak, half of each core used.
  expect(large).toMatchObject({
    Instances: '39',
    'Cores of PostgreSQL': '20',
    'Storage for 30 days': '3.0 TB',
    'Waits for the disk at the peak': '7,716/s',
  });
});
