import { browserForTests, checks } from '../lib/checks.mjs';
import { preparationEnv } from '../lib/install.mjs';
import { findPostgres } from '../lib/postgres.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main, Stop } from '../lib/run.mjs';
import { lastLine, parseArguments, table } from '../lib/summary.mjs';

const ci = process.env['CI'] === 'true';
/** Multiplies the time limits of all tests: a busy machine makes them slow, not red. */
const timeoutFactor = process.env['TEST_TIMEOUT_FACTOR'] ?? '4';

/**
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T & { title: string, ms: number }>}
 */
async function timed(title, work) {
  console.log(`\n=== ${title}`);
  const started = Date.now();
  const result = await work();
  return { ...result, title, ms: Date.now() - started };
}

/** A build that fails must not hide what the other checks find. */
async function build() {
  try {
    await prepare();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return { ok: false };
  }
}

await main(async () => {
  const { only, filters } = parseArguments(process.argv.slice(2));
  const unknown = only?.filter((name) => !checks().some((check) => check.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Stop(
      `No check is called ${unknown.join(', ')}; there are: ${checks()
        .map(({ name }) => name)
        .join(', ')}.`,
    );

  await prepare({ build: false });
  const results = [await timed('Build', build)];
  const selected = checks().filter(({ name }) => !only || only.includes(name));

  const postgres = await findPostgres();
  const env = {
    ...preparationEnv(),
    TEST_TIMEOUT_FACTOR: timeoutFactor,
    ...(postgres && { TEST_POSTGRES_URL: postgres }),
  };
  const asked = (/** @type {string} */ check) => selected.some(({ name }) => name === check);
  /** What cannot be tested on this machine: said at the beginning and at the end, a failure in CI. */
  const untested = [];
  if (!postgres && asked('unit'))
    untested.push(
      'NOT TESTED ON POSTGRESQL: no server at 127.0.0.1:5432 lets user postgres in without a password, and TEST_POSTGRES_URL is not set.',
    );
  const noBrowser = asked('browser') && (await browserForTests()) === undefined;
  if (noBrowser)
    untested.push(
      'NOT TESTED IN A BROWSER: there is no Chromium. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
    );
  for (const warning of untested) console.error(`\n!!! ${warning}`);

  /** @type {import('../lib/checks.mjs').Counts[]} */
  const counts = [];
  const failures = [];
  const flaky = [];
  for (const check of selected) {
    if (check.name === 'browser' && noBrowser) continue;
    const result = await timed(check.title, () => check.run({ filters, env }));
    results.push(result);
    if (result.counts) counts.push(result.counts);
    failures.push(...(result.failures ?? []));
    flaky.push(...(result.flaky ?? []));
  }
  if (ci) for (const warning of untested) results.push({ title: warning.split(':')[0] ?? '', ok: false, ms: 0 });

  console.log(`\n=== Summary\n${table(results)}`);
  // Above this there may be thousands of lines.
  for (const line of flaky) console.log(`FLAKY ${line}`);
  for (const line of failures) console.log(`FAIL  ${line}`);
  for (const warning of untested) console.error(`!!! ${warning}${ci ? '' : ' (with CI=true this fails.)'}`);
  const failed = results.filter(({ ok }) => !ok).map(({ title }) => title);
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
  console.log(lastLine(counts));
  process.exitCode = failed.length > 0 ? 1 : 0;
});
