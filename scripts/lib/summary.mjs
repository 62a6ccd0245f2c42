/**
 * @typedef {{ title: string, ok: boolean, ms: number, cpuMs?: number | undefined }} Row
 * @typedef {import('./test-reports.mjs').Counts} Counts
 */

/** How many tests of a run may pass only at their second try. One more fails the run. */
const FLAKY_BUDGET = 2;

/**
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function table(rows) {
  const width = Math.max(...rows.map(({ title }) => title.length));
  return rows
    .map(
      ({ title, ok, ms, cpuMs }) =>
        `${ok ? ' ok ' : 'FAIL'}  ${title.padEnd(width)}  ${seconds(ms)} s${cpuMs === undefined ? '' : `  ${seconds(cpuMs)} CPU s`}`,
    )
    .join('\n');
}

/** @param {number} ms */
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(6);

/**
 * The processor time of the tests by package, on one line.
 * @param {readonly (readonly [string, number])[]} groups
 */
export function cpuLine(groups) {
  return `CPU seconds of the tests: ${groups.map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`).join(', ')}`;
}

/**
 * The row of the retry budget; undefined while the budget is kept.
 * @param {readonly string[]} flaky
 * @returns {Row | undefined}
 */
export function overFlakyBudget(flaky) {
  if (flaky.length <= FLAKY_BUDGET) return undefined;
  return { title: `${flaky.length} flaky tests, at most ${FLAKY_BUDGET} are allowed`, ok: false, ms: 0 };
}

/**
 * The last line: `N passed, N failed`, and `, N skipped` when there are any.
 * @param {readonly Counts[]} counts
 * @returns {string}
 */
export function lastLine(counts) {
  const sum = (/** @type {keyof Counts} */ key) => counts.reduce((total, each) => total + each[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * The checks and files that a command line names. Files without `--only` select the tests of these files.
 * @param {readonly string[]} args
 * @param {{ CI?: string, [name: string]: string | undefined }} [env]
 * @returns {{ tier: import('./tests.mjs').Tier, only: string[] | undefined, filters: string[], retries: number, all: boolean }} `all`:
 *   tests that a change cannot break run, too, and the lint reads unchanged files
 */
export function parseArguments(args, env = {}) {
  /** @type {string[]} */
  const filters = [];
  /** @type {string[] | undefined} */
  let only;
  let slow = false;
  let all = env.CI === 'true';
  // In CI a failed test is tried once more, so that one bad second of a shared machine does not fail a run.
  let retries = env.CI === 'true' ? 1 : 0;
  for (let index = 0; index < args.length; index += 1) {
    const [flag, inline] = (args[index] ?? '').split('=');
    if (flag === '--only') only = (inline ?? args[(index += 1)] ?? '').split(',').filter(Boolean);
    else if (flag === '--slow') slow = true;
    else if (flag === '--all') all = true;
    else if (flag === '--no-retry') retries = 0;
    else filters.push(args[index] ?? '');
  }
  const named = only ?? (filters.length > 0 ? ['unit'] : undefined);
  return { tier: slow ? 'slow' : 'quick', only: named, filters, retries, all };
}
