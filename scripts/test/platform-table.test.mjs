import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAdapters } from '../lib/adapters.mjs';
import { conformanceModes, platformTable, withPlatformTable } from '../lib/platform-table.mjs';
import { root } from '../lib/workspace.mjs';

test("the README's table holds what the manifests declare (if not: node scripts/cli.mjs tables)", async () => {
  const adapters = await readAdapters('src/index.ts');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(withPlatformTable(readme, platformTable(adapters))).toBe(readme);
});

test('every adapter in the repository runs the conformance suite', async () => {
  const adapters = await readAdapters('src/index.ts');
  expect(adapters.length).toBeGreaterThan(0);
  expect(adapters.filter(({ modes }) => modes.length === 0)).toEqual([]);
});

test('the receiving modes are read from the call of the conformance suite', () => {
  expect(conformanceModes("describeConformance({ platform, modes: ['stream', 'webhook'], openRig });")).toEqual([
    'stream',
    'webhook',
  ]);
  expect(conformanceModes('nothing')).toEqual([]);
});
