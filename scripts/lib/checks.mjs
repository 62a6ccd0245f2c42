import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, tool } from './run.mjs';
import { root } from './workspace.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ ok: boolean, counts?: Counts }} Outcome
 * @typedef {{ name: string, title: string, run: (context: { filters: string[], env: NodeJS.ProcessEnv }) => Promise<Outcome> }} Check
 */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Check['run']}
 */
const program =
  (command, args) =>
  async ({ env }) => ({ ok: (await run(command, args, { env })).code === 0 });

/**
 * Counts of a vitest JSON report. A run that failed outside a test (a file that does not load, an error that nobody
 * caught) counts as one failure, so that the numbers never look better than the exit code.
 * @param {string | undefined} report
 * @param {boolean} ok
 * @returns {Counts}
 */
export function countsOf(report, ok) {
  const found = report ? JSON.parse(report) : {};
  const failed = found.numFailedTests ?? 0;
  return {
    passed: found.numPassedTests ?? 0,
    failed: ok ? failed : Math.max(failed, 1),
    skipped: (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0),
  };
}

/** @type {Check['run']} */
async function vitest({ filters, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-test-'));
  const file = join(folder, 'report.json');
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters];
    const ok = (await run(tool('vitest'), args, { env })).code === 0;
    return { ok, counts: countsOf(existsSync(file) ? readFileSync(file, 'utf8') : undefined, ok) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts of a Playwright JSON report; a test that passed only at a second try counts as failed.
 * @param {string | undefined} report
 * @param {boolean} ok
 * @returns {Counts}
 */
export function browserCountsOf(report, ok) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report ? JSON.parse(report).stats : {};
  const failed = unexpected + flaky;
  return { passed: expected, failed: ok ? failed : Math.max(failed, 1), skipped };
}

/** @type {Check['run']} */
async function playwright({ env }) {
  const report = join(root, 'e2e/test-results/report.json');
  rmSync(report, { force: true });
  const { code } = await run(join(root, 'e2e/node_modules/.bin/playwright'), ['test'], { cwd: 'e2e', env });
  const counts = browserCountsOf(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code === 0);
  return { ok: counts.failed === 0, counts };
}

/**
 * Where the tests in a browser find one; undefined when there is none.
 * @returns {Promise<string | undefined>}
 */
export async function browserForTests() {
  // Loaded when it is needed: it needs the packages, which the first lines of `npm test` install.
  const { findBrowser } = await import(pathToFileURL(join(root, 'e2e/support/browser.mjs')).href);
  return findBrowser();
}

const migrations = 'packages/store/scripts/migrations.mjs';

/**
 * What `npm test` checks, in order.
 * @returns {Check[]}
 */
export function checks() {
  const hasMigrations = existsSync(join(root, migrations));
  return [
    { name: 'types', title: 'Types', run: program(tool('tsc'), ['-b']) },
    { name: 'lint', title: 'Lint', run: program(tool('oxlint'), []) },
    { name: 'format', title: 'Format', run: program(tool('oxfmt'), ['--check']) },
    { name: 'unused', title: 'Unused files, exports and dependencies', run: program(tool('knip'), ['--no-progress']) },
    { name: 'rooms', title: 'Arrows between the rooms', run: program(process.execPath, ['scripts/rooms.mjs']) },
    ...(hasMigrations
      ? [{ name: 'migrations', title: 'Migrations', run: program(process.execPath, [migrations, '--check']) }]
      : []),
    { name: 'unit', title: 'Tests', run: vitest },
    { name: 'browser', title: 'Tests in a browser', run: playwright },
  ];
}
