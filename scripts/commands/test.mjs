import { affectedTests, selectionText } from '../lib/affected.mjs';
import { changedFiles } from '../lib/changes.mjs';
import { checkNames, staticChecks, testChecks } from '../lib/checks.mjs';
import { preparationEnv } from '../lib/install.mjs';
import { findPostgres } from '../lib/postgres.mjs';
import { prepare, prepareProofs } from '../lib/prepare.mjs';
import { main, Stop } from '../lib/run.mjs';
import { cpuLine, lastLine, overFlakyBudget, parseArguments, table } from '../lib/summary.mjs';
import { browserForTests } from '../lib/tests.mjs';
import { untested, untestedRows } from '../lib/untested.mjs';
import { proofs } from '../lib/workspace.mjs';

const ci = process.env['CI'] === 'true';
/** Multiplies the time limits of all tests, so that a busy machine makes them slow, not red. */
const timeoutFactor = process.env['TEST_TIMEOUT_FACTOR'] ?? '4';

/**
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T & { title: string, ms: number }>}
 */
async function timed(title, work) {
  const started = Date.now();
  const result = await work();
  return { ...result, title, ms: Date.now() - started };
}

/** @param {string} title */
const headline = (title) => console.log(`\n=== ${title}`);

/** A failed build must not hide what the other checks find. */
async function build() {
  const problem = await problemOf(prepare);
  if (problem !== undefined) console.error(problem);
  return { ok: problem === undefined };
}

/**
 * @param {() => Promise<void>} work
 * @returns {Promise<string | undefined>} what a person can do about its failure
 */
async function problemOf(work) {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.message;
  }
}

await main(async () => {
  const { tier, only, filters, retries, all } = parseArguments(process.argv.slice(2), process.env);
  const unknown = only?.filter((name) => !checkNames.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new Stop(`No check is called ${unknown.join(', ')}; there are: ${checkNames.join(', ')}.`);

  await prepare({ build: false });
  headline('Build');
  /** @type {import('../lib/summary.mjs').Row[]} */
  const results = [await timed('Build', build)];
  const selected = (/** @type {import('../lib/checks.mjs').Check} */ { name }) => !only || only.includes(name);
  // The quick tier has checked the sources already.
  const statics = tier === 'slow' && !only ? [] : staticChecks.filter(selected);
  const tests = testChecks.filter(selected);
  const isSelected = (/** @type {string} */ name) => tests.some((check) => check.name === name);

  const wantsProofs =
    isSelected('unit') && (filters.length > 0 ? filters.some((path) => path.includes(proofs)) : tier === 'slow');
  const withoutProofs = wantsProofs ? await problemOf(prepareProofs) : undefined;
  const postgres = await findPostgres();
  const env = {
    ...preparationEnv(),
    TEST_TIMEOUT_FACTOR: timeoutFactor,
    ...(postgres && { TEST_POSTGRES_URL: postgres }),
  };
  // The slow tier, and what is named, is wanted whole.
  const selection = all || only || tier === 'slow' ? undefined : affectedTests(changedFiles());
  const wantsBrowser = isSelected('browser') && selection?.browser !== false;
  const browser = wantsBrowser ? await browserForTests() : undefined;
  // Printed at the beginning and at the end.
  const { required, optional } = untested(
    { postgres, browser, ...(withoutProofs !== undefined && { proofs: withoutProofs }), env: process.env },
    { unit: isSelected('unit'), browser: wantsBrowser, slow: tier === 'slow' },
  );
  for (const warning of [...required, ...optional]) console.error(`\n!!! ${warning}`);
  if (selection) console.log(`\n${selectionText(selection)}`);

  const context = { tier, filters, retries, env, all, affected: selection?.files };
  // The static checks take one processor for a minute, and the tests wait half of their time: both run at once.
  const [staticResults, testResults] = await Promise.all([
    // Without tests both processors are free for them.
    (tests.length === 0 ? inParallel : inSequence)(statics, async (check) => {
      const { output = '', ...result } = await timed(check.title, () => check.run(context));
      headline(check.title);
      if (output.trim() !== '') console.log(output.trimEnd());
      return result;
    }),
    inSequence(
      tests.filter(({ name }) => name !== 'browser' || browser !== undefined),
      (check) => {
        headline(check.title);
        return timed(check.title, () => check.run(context));
      },
    ),
  ]);
  results.push(...staticResults, ...testResults);
  const flaky = testResults.flatMap((result) => result.flaky ?? []);
  const overBudget = overFlakyBudget(flaky);
  if (overBudget) results.push(overBudget);
  results.push(...untestedRows(required, ci));

  headline(`Summary\n${table(results)}`);
  for (const { cpuGroups = [] } of testResults) if (cpuGroups.length > 0) console.log(cpuLine(cpuGroups));
  if (selection) console.log(selectionText(selection));
  // There may be thousands of lines above.
  for (const line of flaky) console.log(`FLAKY ${line}`);
  for (const line of testResults.flatMap((result) => result.failures ?? [])) console.log(`FAIL  ${line}`);
  for (const warning of required) console.error(`!!! ${warning}${ci ? '' : ' (with CI=true this fails.)'}`);
  for (const warning of optional) console.error(`!!! ${warning}`);
  const failed = results.filter(({ ok }) => !ok).map(({ title }) => title);
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
  console.log(lastLine(testResults.flatMap(({ counts }) => (counts ? [counts] : []))));
  process.exitCode = failed.length > 0 ? 1 : 0;
});

/**
 * @template T, R
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
async function inSequence(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/**
 * @template T, R
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
function inParallel(items, work) {
  return Promise.all(items.map(work));
}
