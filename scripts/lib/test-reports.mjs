import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './workspace.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ failures: readonly string[], flaky: readonly string[] }} Named one line per test that failed, and per test that
 *   passed only at its second try
 */

/**
 * Reads a vitest JSON report. A run that failed outside a test (a file that does not load, an uncaught error) counts as one
 * failure, so that the numbers agree with the exit code. A test of the other tier is not counted as skipped.
 * @param {string | undefined} report
 * @param {boolean} ok
 * @param {(tags: readonly string[]) => boolean} [belongs] whether a test with these tags belongs to the tier; all do unless given
 * @returns {{ counts: Counts } & Named}
 */
export function vitestResult(report, ok, belongs = () => true) {
  const found = report ? JSON.parse(report) : {};
  /** @type {any[]} */
  const files = found.testResults ?? [];
  const broken = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const tests = files
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map((/** @type {any} */ test) => ({ ...test, path: relative(root, name) })),
    )
    .filter(({ tags }) => belongs(tags ?? []));
  const count = (/** @type {string[]} */ ...states) => tests.filter(({ status }) => states.includes(status)).length;
  const failed = count('failed') + broken.length;
  const withMessages = tests.filter(({ failureMessages }) => failureMessages?.length > 0);
  const line = (/** @type {any} */ { path, fullName, failureMessages }) =>
    sentence(`${path} > ${fullName}`, failureMessages[0]);
  return {
    counts: {
      passed: count('passed'),
      failed: ok ? failed : Math.max(failed, 1),
      skipped: count('skipped', 'pending', 'todo', 'disabled'),
    },
    failures: [
      ...broken.map(({ name, message }) => sentence(relative(root, name), message)),
      ...withMessages.filter(({ status }) => status === 'failed').map(line),
    ],
    flaky: withMessages.filter(({ status }) => status === 'passed').map(line),
  };
}

/**
 * Reads a Playwright JSON report.
 * @param {string | undefined} report
 * @param {boolean} ok
 * @returns {{ counts: Counts } & Named}
 */
export function playwrightResult(report, ok) {
  const { stats = {}, suites = [] } = report ? JSON.parse(report) : {};
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  const counts = { passed: expected + flaky, failed: ok ? unexpected : Math.max(unexpected, 1), skipped };
  /** @type {ReturnType<typeof namedIn>} */
  const named = suites.flatMap(namedIn);
  const lines = (/** @type {string} */ wanted) =>
    named.flatMap(({ status, line }) => (status === wanted ? [line] : []));
  return { counts, failures: lines('unexpected'), flaky: lines('flaky') };
}

/**
 * @param {any} suite
 * @returns {{ status: string, line: string }[]}
 */
function namedIn({ suites = [], specs = [] }) {
  const own = specs.flatMap((/** @type {any} */ { file, title, tests }) =>
    tests.map((/** @type {any} */ { status, results = [] }) => ({
      status,
      line: sentence(`e2e/specs/${file} > ${title}`, results[0]?.error?.message),
    })),
  );
  return [...own, ...suites.flatMap(namedIn)];
}

/**
 * @param {string} what
 * @param {string | undefined} message
 */
const sentence = (what, message) => `${what}: ${firstLine(message)}`;

/** @param {string | undefined} text */
const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n', 1)[0] || 'no message';
