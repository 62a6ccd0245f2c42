import { expect, test } from 'vitest';
import { playwrightResult, vitestResult } from '../lib/checks.mjs';
import { lastLine, parseArguments, table } from '../lib/summary.mjs';

test('the last line adds up, and mentions skipped tests only when there are any', () => {
  expect(lastLine([])).toBe('0 passed, 0 failed');
  expect(
    lastLine([
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]),
  ).toBe('7 passed, 1 failed');
  expect(lastLine([{ passed: 3, failed: 0, skipped: 2 }])).toBe('3 passed, 0 failed, 2 skipped');
});

test('a run that failed outside a test counts as a failure', () => {
  const report = JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 });
  expect(vitestResult(report, true).counts).toEqual({ passed: 5, failed: 0, skipped: 0 });
  expect(vitestResult(report, false).counts).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(vitestResult(undefined, false).counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the table marks what failed', () => {
  expect(
    table([
      { title: 'Types', ok: true, ms: 1234 },
      { title: 'Lint', ok: false, ms: 90 },
    ]),
  ).toBe(' ok   Types     1.2 s\nFAIL  Lint      0.1 s');
});

test('without arguments everything runs; --only names checks; a file filter alone means its tests', () => {
  expect(parseArguments([])).toEqual({ only: undefined, filters: [] });
  expect(parseArguments(['--only', 'lint,unit'])).toEqual({ only: ['lint', 'unit'], filters: [] });
  expect(parseArguments(['--only=lint'])).toEqual({ only: ['lint'], filters: [] });
  expect(parseArguments(['packages/core', '-t', 'expires'])).toEqual({
    only: ['unit'],
    filters: ['packages/core', '-t', 'expires'],
  });
  expect(parseArguments(['--only', 'types,unit', 'packages/core']).only).toEqual(['types', 'unit']);
});

test('what failed or needed a second try is named at the end, with the first line of its reason', () => {
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
