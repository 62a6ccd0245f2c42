import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { run, tool } from './run.mjs';
import { withScratch } from './scratch.mjs';
import { root } from './workspace.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ ok: boolean, counts?: Counts, failures?: readonly string[] }} Outcome `failures`: a line each
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
 * Counts and failures of a vitest JSON report. A run that failed outside a test (a file that does not load, an error that
 * nobody caught) counts as one failure, so that the numbers never look better than the exit code.
 * @param {string | undefined} report
 * @param {boolean} ok
 * @returns {Pick<Required<Outcome>, 'counts' | 'failures'>}
 */
export function vitestResult(report, ok) {
  const found = report ? JSON.parse(report) : {};
  const failed = found.numFailedTests ?? 0;
  const counts = {
    passed: found.numPassedTests ?? 0,
    failed: ok ? failed : Math.max(failed, 1),
    skipped: (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0),
  };
  const failures = (found.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    const path = relative(root, file.name);
    if (tests.length === 0 && file.status === 'failed') return [sentence(path, file.message)];
    return tests.map((/** @type {any} */ test) => sentence(`${path} > ${test.fullName}`, test.failureMessages[0]));
  });
  return { counts, failures };
}

/**
 * @param {string} what
 * @param {string | undefined} message
 */
const sentence = (what, message) => `${what}: ${firstLine(message)}`;

/** @param {string | undefined} text */
const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n', 1)[0] || 'no message';

/** @type {Check['run']} */
async function vitest({ filters, env }) {
  return withScratch(async (folder) => {
    const file = join(folder, 'report.json');
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters];
    const ok = (await run(tool('vitest'), args, { env: { ...env, TMPDIR: folder } })).code === 0;
    return { ok, ...vitestResult(existsSync(file) ? readFileSync(file, 'utf8') : undefined, ok) };
  });
}

/**
 * Counts and failures of a Playwright JSON report; a test that passed only at a second try counts as failed.
 * @param {string | undefined} report
 * @param {boolean} ok
 * @returns {Pick<Required<Outcome>, 'counts' | 'failures'>}
 */
export function playwrightResult(report, ok) {
  const { stats = {}, suites = [] } = report ? JSON.parse(report) : {};
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  const failed = unexpected + flaky;
  const counts = { passed: expected, failed: ok ? failed : Math.max(failed, 1), skipped };
  return { counts, failures: suites.flatMap(failedSpecs) };
}

/**
 * @param {any} suite
 * @returns {string[]}
 */
function failedSpecs({ suites = [], specs = [] }) {
  const failed = specs.flatMap((/** @type {any} */ { file, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status === 'unexpected' || status === 'flaky')
      .map((/** @type {any} */ { projectName, results }) =>
        sentence(`e2e/specs/${file} > ${title} (${projectName})`, results.at(0)?.error?.message),
      ),
  );
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/** @type {Check['run']} */
async function playwright({ env }) {
  const report = join(root, 'e2e/test-results/report.json');
  rmSync(report, { force: true });
  return withScratch(async (folder) => {
    const { code } = await run(join(root, 'e2e/node_modules/.bin/playwright'), ['test'], {
      cwd: 'e2e',
      env: { ...env, TMPDIR: folder },
    });
    const result = playwrightResult(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code === 0);
    return { ok: result.counts.failed === 0, ...result };
  });
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
