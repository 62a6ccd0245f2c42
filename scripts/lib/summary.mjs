/**
 * @typedef {{ title: string, ok: boolean, ms: number }} Row
 * @typedef {import('./checks.mjs').Counts} Counts
 */

/**
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function table(rows) {
  const width = Math.max(...rows.map(({ title }) => title.length));
  return rows
    .map(
      ({ title, ok, ms }) => `${ok ? ' ok ' : 'FAIL'}  ${title.padEnd(width)}  ${(ms / 1000).toFixed(1).padStart(6)} s`,
    )
    .join('\n');
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
 * Which checks a command line asks for; file filters alone ask for the tests of these files.
 * @param {readonly string[]} args
 * @returns {{ only: string[] | undefined, filters: string[] }}
 */
export function parseArguments(args) {
  /** @type {string[]} */
  const filters = [];
  /** @type {string[] | undefined} */
  let only;
  for (let index = 0; index < args.length; index += 1) {
    const [flag, inline] = (args[index] ?? '').split('=');
    if (flag === '--only') only = (inline ?? args[(index += 1)] ?? '').split(',').filter(Boolean);
    else filters.push(args[index] ?? '');
  }
  return { only: only ?? (filters.length > 0 ? ['unit'] : undefined), filters };
}
