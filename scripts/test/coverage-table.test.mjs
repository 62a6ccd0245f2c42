import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { coverageDocument, missingTests } from '../lib/coverage-table.mjs';
import { root } from '../lib/workspace.mjs';

/** @type {{ rows: readonly import('../lib/coverage-table.mjs').Row[] }} */
const { rows } = await import(pathToFileURL(join(root, 'apps/gateway/test/promises/rows.ts')).href);

test('every test that is named as a proof exists', () => {
  expect(missingTests(rows)).toEqual([]);
});

test('the document says what the rows say (if not: node scripts/coverage-table.mjs)', async () => {
  await expect(coverageDocument(rows)).toMatchFileSnapshot(join(root, 'docs/contract-coverage.md'));
});

test('a promise is made once in its section', () => {
  const promises = rows.map(({ section, promise }) => `${section}: ${promise}`);
  expect(new Set(promises).size).toBe(promises.length);
});

test('a file or a name that is not there is told', () => {
  const file = 'scripts/test/coverage-table.test.mjs';
  const absent = ['no', 'such', 'test'].join(' ');
  const row = (/** @type {string} */ file, /** @type {string} */ name) => ({
    section: 'A',
    promise: 'B',
    tests: [{ file, name }],
  });
  expect(
    missingTests([
      row('gone.test.ts', 'x'),
      row(file, absent),
      row(file, 'a file or a name that is not there is told'),
    ]),
  ).toEqual([
    '"B" names gone.test.ts, which does not exist.',
    `"B" names a test of ${file} that it does not have: ${absent}`,
  ]);
});

test('what nothing proves is listed first, and counted', () => {
  const text = coverageDocument([
    { section: 'A', promise: 'B', tests: [] },
    { section: 'A', promise: 'C', tests: [{ file: 'apps/gateway/test/x.test.ts', name: 'y' }] },
  ]);
  expect(text).toContain('2 promises: 1 proven, 1 not yet.');
  expect(text).toContain('- A: B\n');
  expect(text).toContain('| C       | `x` y          |');
});
