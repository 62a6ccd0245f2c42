import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coverageDocument, coverageOf, playwrightTests, vitestTests } from '../lib/requirements.mjs';
import { main, Stop } from '../lib/run.mjs';
import { browserReport, reportFolder, vitestReport } from '../lib/tests.mjs';
import { root } from '../lib/workspace.mjs';

// Writes test-results/requirements.md from the reports of `npm test` and `npm run test:slow`, and fails when a requirement's
// test failed or did not run.
await main(async () => {
  const tiers = /** @type {const} */ (['quick', 'slow']);
  const results = [
    ...tiers.flatMap((tier) => vitestTests(read(vitestReport(tier)))),
    ...tiers.flatMap((tier) => playwrightTests(read(browserReport(tier)))),
  ];
  const list = join(root, 'apps/gateway/test/requirements/rows.mjs');
  /** @type {{ rows: readonly import('../lib/requirements.mjs').Row[] }} */
  const { rows } = await import(pathToFileURL(list).href);
  const covered = coverageOf(rows, results);
  const document = join(reportFolder, 'requirements.md');
  writeFileSync(document, coverageDocument(covered));

  const open = covered.filter(({ coverage }) => coverage !== 'covered');
  console.log(`${rows.length} requirements, ${rows.length - open.length} covered: ${relative(root, document)}`);
  for (const { section, requirement, coverage, reasons } of open) {
    console.log(`${coverage === 'no test' ? 'OPEN' : 'FAIL'}  ${section}: ${requirement} (${coverage})`);
    for (const reason of reasons) console.log(`        ${reason}`);
  }
  process.exitCode = open.some(({ coverage }) => coverage !== 'no test') ? 1 : 0;
});

/** @param {string} path */
function read(path) {
  if (!existsSync(path))
    throw new Stop(`${relative(root, path)} is missing: run \`npm test\` and \`npm run test:slow\` first.`);
  return readFileSync(path, 'utf8');
}
