import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { run, tool } from './run.mjs';
import { withScratch } from './scratch.mjs';
import { root } from './workspace.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * What failed, and what passed only at its second try: a line each.
 * @typedef {{ failures: readonly string[], flaky: readonly string[] }} Named
 * @typedef {{ ok: boolean, counts?: Counts } & Partial<Named>} Outcome
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
 * In CI a test that failed is tried once more, so that one bad second of a shared machine does not hide what all the others say. It
 * is named in the summary: a flaky test is a defect to be mended. By hand there is no second try.
 */
const retries = process.env['CI'] === 'true' ? 1 : 0;

/**
 * What a vitest JSON report says. A run that failed outside a test (a file that does not load, an error that nobody caught)
 * counts as one failure, so that the numbers never look better than the exit code.
 * @param {string | undefined} report
 * @param {boolean} ok
 * @returns {{ counts: Counts } & Named}
 */
export function vitestResult(report, ok) {
  const found = report ? JSON.parse(report) : {};
  const failed = found.numFailedTests ?? 0;
  const counts = {
    passed: found.numPassedTests ?? 0,
    failed: ok ? failed : Math.max(failed, 1),
    skipped: (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0),
  };
  /** @type {any[]} */
  const files = found.testResults ?? [];
  const broken = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((/** @type {any} */ test) => ({ ...test, path: relative(root, name) })),
  );
  const told = tests.filter(({ failureMessages }) => failureMessages?.length > 0);
  const line = (/** @type {any} */ { path, fullName, failureMessages }) =>
    sentence(`${path} > ${fullName}`, failureMessages[0]);
  return {
    counts,
    failures: [
      ...broken.map(({ name, message }) => sentence(relative(root, name), message)),
      ...told.filter(({ status }) => status === 'failed').map(line),
    ],
    flaky: told.filter(({ status }) => status === 'passed').map(line),
  };
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
    const args = [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      `--retry=${retries}`,
      ...filters,
    ];
    const ok = (await run(tool('vitest'), args, { env: { ...env, TMPDIR: folder } })).code === 0;
    return { ok, ...vitestResult(existsSync(file) ? readFileSync(file, 'utf8') : undefined, ok) };
  });
}

/**
 * What a Playwright JSON report says.
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

/** @type {Check['run']} */
async function playwright({ env }) {
  const report = join(root, 'e2e/test-results/report.json');
  rmSync(report, { force: true });
  return withScratch(async (folder) => {
    const { code } = await run(join(root, 'e2e/node_modules/.bin/playwright'), ['test', `--retries=${retries}`], {
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
