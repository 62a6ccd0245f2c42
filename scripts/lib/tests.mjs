import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuByPackage } from './cpu.mjs';
import { filesUnder } from './fingerprint.mjs';
import { run, tool } from './run.mjs';
import { withScratch } from './scratch.mjs';
import { playwrightResult, vitestResult } from './test-reports.mjs';
import { root } from './workspace.mjs';

/**
 * @typedef {'quick' | 'slow'} Tier
 * @typedef {{ tier: Tier, filters: readonly string[], retries: number, env: NodeJS.ProcessEnv, all: boolean, affected?: readonly string[] | undefined }} Context
 *   `filters`: what the command line names. `affected`: the files and folders that a change can break; undefined for all. `all`:
 *   the lint reads unchanged files, too
 * @typedef {{ ok: boolean, cpuMs: number | undefined, cpuGroups?: readonly (readonly [string, number])[], counts: import('./test-reports.mjs').Counts } & import('./test-reports.mjs').Named} TestOutcome
 */

/** Tags of the tests that only the slow tier runs; vitest.config.ts describes them. */
const slowTags = ['slow', 'second-engine'];

/** The folder of the reports, which CI keeps. */
export const reportFolder = join(root, 'test-results');

/** @param {Tier} tier */
export const vitestReport = (tier) => join(reportFolder, `vitest-${tier}.json`);

/** @param {Tier} tier */
export const browserReport = (tier) => join(reportFolder, `browser-${tier}.json`);

/**
 * Runs vitest. Named files run whole in either tier.
 * @param {Context} context
 * @returns {Promise<TestOutcome>}
 */
export async function vitest({ tier, filters, retries, env, affected }) {
  const whole = filters.length > 0;
  // The table of requirements reads the report of a complete run.
  const partial = whole ? 'named-files' : affected && 'affected';
  const file = partial ? join(reportFolder, `vitest-${partial}.json`) : vitestReport(tier);
  mkdirSync(reportFolder, { recursive: true });
  rmSync(file, { force: true });
  const tags = tier === 'quick' ? slowTags.map((tag) => `!${tag}`).join(' && ') : slowTags.join(' || ');
  return withScratch(async (folder) => {
    const args = [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      `--retry=${retries}`,
      // Loading the proofs takes seconds, and none of their tests is quick.
      ...(whole || tier === 'slow' ? [] : ['--project=!proofs']),
      ...(whole ? filters : [`--tags-filter=${tags}`, ...(tier === 'slow' ? filesWithSlowTests() : (affected ?? []))]),
    ];
    const notes = join(folder, 'cpu-notes');
    const { code, cpuMs } = await run(tool('vitest'), args, { env: { ...env, TMPDIR: folder, TEST_CPU_NOTES: notes } });
    const ok = code === 0;
    const cpuGroups = cpuByPackage(existsSync(notes) ? readFileSync(notes, 'utf8') : '', cpuMs);
    const isSlow = (/** @type {readonly string[]} */ found) => found.some((tag) => slowTags.includes(tag));
    const belongs = (/** @type {readonly string[]} */ found) => whole || isSlow(found) === (tier === 'slow');
    return {
      ok,
      cpuMs,
      cpuGroups,
      ...vitestResult(existsSync(file) ? readFileSync(file, 'utf8') : undefined, ok, belongs),
    };
  });
}

/** Files that may have a test of the slow tier. Without this list vitest would load all files, only to skip their tests. */
function filesWithSlowTests() {
  const has = (/** @type {string} */ path, /** @type {RegExp} */ text) =>
    text.test(readFileSync(join(root, path), 'utf8'));
  return filesUnder('.')
    .filter((path) => /\.test\.m?[jt]s$/.test(path))
    .filter(
      (path) =>
        has(path, /\btags\b|@module-tag slow\b/) ||
        (path.startsWith('apps/gateway/') && has(path, /\bonEveryEngine\b/)),
    );
}

/**
 * Runs Playwright. The specs of each tier are listed in e2e/playwright.config.ts.
 * @param {Context} context
 * @returns {Promise<TestOutcome>}
 */
export async function playwright({ tier, retries, env }) {
  const report = join(root, 'e2e/test-results/report.json');
  for (const file of [report, browserReport(tier)]) rmSync(file, { force: true });
  return withScratch(async (folder) => {
    const { code, cpuMs } = await run(
      join(root, 'e2e/node_modules/.bin/playwright'),
      ['test', `--retries=${retries}`],
      {
        cwd: 'e2e',
        env: { ...env, TMPDIR: folder, TEST_TIER: tier },
      },
    );
    mkdirSync(reportFolder, { recursive: true });
    if (existsSync(report)) copyFileSync(report, browserReport(tier));
    const result = playwrightResult(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code === 0);
    return { ok: result.counts.failed === 0, cpuMs, ...result };
  });
}

/**
 * The path of the browser for the tests; undefined when there is none.
 * @returns {Promise<string | undefined>}
 */
export async function browserForTests() {
  // Loaded late: it needs the packages, which the first lines of `npm test` install.
  const { findBrowser } = await import(pathToFileURL(join(root, 'e2e/support/browser.mjs')).href);
  return findBrowser();
}
