import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { coverageDocument, coverageOf, missingTests, playwrightTests, vitestTests } from '../lib/requirements.mjs';
import { root } from '../lib/workspace.mjs';

/** @type {{ rows: readonly import('../lib/requirements.mjs').Row[] }} */
const { rows } = await import(pathToFileURL(join(root, 'apps/gateway/test/requirements/rows.mjs')).href);

test('every test named by a requirement exists', () => {
  expect(missingTests(rows)).toEqual([]);
});

test('a requirement is listed once in its section', () => {
  const requirements = rows.map(({ section, requirement }) => `${section}: ${requirement}`);
  expect(new Set(requirements).size).toBe(requirements.length);
});

const file = 'apps/gateway/test/x.test.ts';
/** @param {string[]} names */
const row = (...names) => ({ section: 'A', requirement: 'B', tests: names.map((name) => ({ file, name })) });

test('a requirement that names a missing file or title is reported', () => {
  const own = 'scripts/test/requirements.test.mjs';
  const absent = ['no', 'such', 'test'].join(' ');
  const requirement = (/** @type {string} */ path, /** @type {string} */ name) => ({
    section: 'A',
    requirement: 'B',
    tests: [{ file: path, name }],
  });
  expect(
    missingTests([
      requirement('gone.test.ts', 'x'),
      requirement(own, absent),
      requirement(own, 'a requirement that names a missing file or title is reported'),
    ]),
  ).toEqual(['"B" names gone.test.ts, which does not exist.', `"B" names a test that ${own} does not have: ${absent}`]);
});

test('a requirement is covered only when each of its tests ran and passed', () => {
  const results = /** @type {const} */ ([
    { file, title: 'prompts refuse 3 with 400', state: 'passed' },
    { file, title: 'prompts refuse 4 with 400', state: 'failed' },
    { file, title: 'prompts expire', state: 'passed' },
    { file, title: 'prompts expire', state: 'skipped' },
    { file, title: 'prompts end', state: 'skipped' },
  ]);
  const coverage = (/** @type {string[]} */ ...names) => coverageOf([row(...names)], results)[0]?.coverage;
  expect(coverage('expire')).toBe('covered');
  expect(coverage('expire', 'refuse %i with 400')).toBe('failed');
  expect(coverage('end')).toBe('not run');
  expect(coverage('was renamed')).toBe('not run');
  expect(coverage()).toBe('no test');
});

test('the reports of vitest and Playwright give file, title and state', () => {
  const assertionResults = [
    { fullName: 'a b', status: 'passed' },
    { fullName: 'a c', status: 'pending' },
  ];
  expect(vitestTests(JSON.stringify({ testResults: [{ name: join(root, file), assertionResults }] }))).toEqual([
    { file, title: 'a b', state: 'passed' },
    { file, title: 'a c', state: 'skipped' },
  ]);
  const specs = [{ file: 'live.spec.ts', title: 'x', tests: [{ status: 'flaky' }, { status: 'unexpected' }] }];
  expect(playwrightTests(JSON.stringify({ suites: [{ suites: [{ specs }] }] }))).toEqual([
    { file: 'e2e/specs/live.spec.ts', title: 'x', state: 'passed' },
    { file: 'e2e/specs/live.spec.ts', title: 'x', state: 'failed' },
  ]);
});

test('the document counts, and lists first what is not covered', () => {
  const text = coverageDocument(
    coverageOf(
      [row(), { ...row('y'), requirement: 'C' }, { ...row('z'), requirement: 'D' }],
      [{ file, title: 'y', state: 'passed' }],
    ),
  );
  expect(text).toContain('3 requirements: 1 covered, 2 not covered.');
  expect(text).toContain('- A: B (no test)\n');
  expect(text).toContain(`- A: D (not run)\n  - not run: ${file} > z`);
  expect(text).toContain('| C           | covered | `x` y |');
});
