import { expect, test } from 'vitest';
import { browserCountsOf, countsOf } from '../lib/checks.mjs';
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
  expect(countsOf(report, true)).toEqual({ passed: 5, failed: 0, skipped: 0 });
  expect(countsOf(report, false)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(countsOf(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
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

test('a browser test that needed a second try counts as failed', () => {
  const report = JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 1 } });
  expect(browserCountsOf(report, false)).toEqual({ passed: 7, failed: 3, skipped: 1 });
  expect(browserCountsOf(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
