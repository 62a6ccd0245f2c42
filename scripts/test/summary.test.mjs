import { expect, test } from 'vitest';
import { cpuByPackage } from '../lib/cpu.mjs';
import { run } from '../lib/run.mjs';
import { cpuLine, lastLine, overFlakyBudget, parseArguments, table } from '../lib/summary.mjs';
import { playwrightResult, vitestResult } from '../lib/test-reports.mjs';

test('the last line adds up, and names skipped tests only when there are any', () => {
  expect(lastLine([])).toBe('0 passed, 0 failed');
  expect(
    lastLine([
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]),
  ).toBe('7 passed, 1 failed');
  expect(lastLine([{ passed: 3, failed: 0, skipped: 2 }])).toBe('3 passed, 0 failed, 2 skipped');
});

test('a failure outside a test counts as a failure', () => {
  const report = JSON.stringify({
    testResults: [{ name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }] }],
  });
  expect(vitestResult(report, true).counts).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(vitestResult(report, false).counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(vitestResult(undefined, false).counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a test of the other tier is not counted as skipped', () => {
  const assertionResults = [
    { status: 'passed', tags: [] },
    { status: 'skipped', tags: [] },
    { status: 'skipped', tags: ['slow'] },
  ];
  const report = JSON.stringify({ testResults: [{ name: 'a', status: 'passed', assertionResults }] });
  expect(vitestResult(report, true, (tags) => tags.length === 0).counts).toEqual({ passed: 1, failed: 0, skipped: 1 });
});

test('two flaky tests are within the budget, three fail the run', () => {
  expect(overFlakyBudget(['a', 'b'])).toBeUndefined();
  expect(overFlakyBudget(['a', 'b', 'c'])).toMatchObject({ ok: false, title: '3 flaky tests, at most 2 are allowed' });
});

test('a failed test is tried again in CI only, and never with --no-retry', () => {
  expect(parseArguments([], {}).retries).toBe(0);
  expect(parseArguments([], { CI: 'true' }).retries).toBe(1);
  expect(parseArguments(['--no-retry'], { CI: 'true' })).toMatchObject({ retries: 0, only: undefined, filters: [] });
});

test('nothing is left out in CI and with --all', () => {
  expect(parseArguments([], {}).all).toBe(false);
  expect(parseArguments([], { CI: 'true' }).all).toBe(true);
  expect(parseArguments(['--all'], {})).toMatchObject({ all: true, only: undefined, filters: [] });
});

test('the table marks failed checks', () => {
  expect(
    table([
      { title: 'Types', ok: true, ms: 1234 },
      { title: 'Lint', ok: false, ms: 90, cpuMs: 12_340 },
    ]),
  ).toBe(' ok   Types     1.2 s\nFAIL  Lint      0.1 s    12.3 CPU s');
});

test('the processor time of the tests is added up by package, and the rest is that of the runner', () => {
  const notes =
    '["packages/core/test/a.test.ts",1000]\n["apps/gateway/test/b.test.ts",5000]\n["packages/core/test/c.test.ts",500]\n';
  expect(cpuLine(cpuByPackage(notes, 7250))).toBe(
    'CPU seconds of the tests: apps/gateway 5.0, packages/core 1.5, vitest itself 0.8',
  );
  expect(cpuByPackage('', undefined)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('the processor time of a program includes its children', async () => {
  const busy = 'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);';
  const started = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
  const { code, cpuMs } = await run(process.execPath, ['-e', started]);
  expect(code).toBe(0);
  expect(cpuMs).toBeGreaterThanOrEqual(200);
});

test('without arguments the quick tier runs; --only names checks; a file selects its tests', () => {
  const quick = { tier: 'quick', retries: 0, all: false };
  expect(parseArguments([])).toEqual({ ...quick, only: undefined, filters: [] });
  expect(parseArguments(['--slow'])).toEqual({ ...quick, tier: 'slow', only: undefined, filters: [] });
  expect(parseArguments(['--only', 'lint,unit'])).toEqual({ ...quick, only: ['lint', 'unit'], filters: [] });
  expect(parseArguments(['--only=lint'])).toEqual({ ...quick, only: ['lint'], filters: [] });
  expect(parseArguments(['packages/core', '-t', 'expires'])).toEqual({
    ...quick,
    only: ['unit'],
    filters: ['packages/core', '-t', 'expires'],
  });
  expect(parseArguments(['--only', 'types,unit', 'packages/core']).only).toEqual(['types', 'unit']);
});

test('a failed and a flaky test are named with the first line of their first error', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'a prompt is asked', failureMessages: [] },
    { status: 'passed', fullName: 'a prompt is posted', failureMessages: ['expected 0 to be 1\n at y'] },
    {
      status: 'failed',
      fullName: 'a prompt expires',
      failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n at x'],
    },
  ];
  const testResults = [
    {
      name: new URL('../../packages/core/test/prompts.test.ts', import.meta.url).pathname,
      status: 'failed',
      assertionResults,
    },
    { name: '/elsewhere.test.ts', status: 'failed', message: 'SyntaxError: no', assertionResults: [] },
  ];
  expect(vitestResult(JSON.stringify({ testResults }), false)).toMatchObject({
    failures: [
      expect.stringMatching(/elsewhere\.test\.ts: SyntaxError: no$/),
      'packages/core/test/prompts.test.ts > a prompt expires: expected 1 to be 2',
    ],
    flaky: ['packages/core/test/prompts.test.ts > a prompt is posted: expected 0 to be 1'],
  });

  const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
    file: 'live.spec.ts',
    title,
    tests: [{ status, results: [{ error: { message: 'not visible\n call log' } }, {}] }],
  });
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  const specs = [spec('an answer shows', 'unexpected'), spec('a list goes on', 'flaky')];
  const report = JSON.stringify({
    stats,
    suites: [{ suites: [{ specs }], specs: [spec('a page opens', 'expected')] }],
  });
  expect(playwrightResult(report, false)).toEqual({
    counts: { passed: 2, failed: 1, skipped: 0 },
    failures: ['e2e/specs/live.spec.ts > an answer shows: not visible'],
    flaky: ['e2e/specs/live.spec.ts > a list goes on: not visible'],
  });
  expect(playwrightResult(undefined, false).counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
