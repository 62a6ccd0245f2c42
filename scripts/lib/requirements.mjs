import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { markdownTable } from './markdown.mjs';
import { root } from './workspace.mjs';

/**
 * @typedef {{ file: string, name: string }} TestName `name`: a part of the title as it is written in the file
 * @typedef {{ section: string, requirement: string, tests: readonly TestName[] }} Row
 * @typedef {{ file: string, title: string, state: 'passed' | 'failed' | 'skipped' }} TestResult
 * @typedef {'covered' | 'failed' | 'not run' | 'no test'} Coverage
 * @typedef {Row & { coverage: Coverage, reasons: readonly string[] }} CoveredRow `reasons`: tests that failed or did not run
 */

/**
 * Compares the requirements with what the test reports say.
 * @param {readonly Row[]} rows
 * @param {readonly TestResult[]} results of all reports; a test may be in several, as both tiers list it
 * @returns {CoveredRow[]}
 */
export function coverageOf(rows, results) {
  /** @type {Map<string, TestResult[]>} */
  const byFile = new Map();
  for (const result of results) byFile.set(result.file, [...(byFile.get(result.file) ?? []), result]);
  return rows.map((row) => {
    const states = row.tests.map((test) => stateOf(test, byFile.get(test.file) ?? []));
    const reasons = row.tests.flatMap(({ file, name }, index) =>
      states[index] === 'covered' ? [] : [`${states[index]}: ${file} > ${name}`],
    );
    const coverage =
      states.length === 0
        ? 'no test'
        : states.includes('failed')
          ? 'failed'
          : states.includes('not run')
            ? 'not run'
            : 'covered';
    return { ...row, coverage, reasons };
  });
}

/**
 * @param {TestName} test
 * @param {readonly TestResult[]} results of its file
 * @returns {'covered' | 'failed' | 'not run'}
 */
function stateOf({ name }, results) {
  const pattern = titlePattern(name);
  const states = new Set(results.filter(({ title }) => pattern.test(title)).map(({ state }) => state));
  if (states.has('failed')) return 'failed';
  return states.has('passed') ? 'covered' : 'not run';
}

/**
 * Matches the titles that a written title produces: `%s` and the like in `it.each`, and `${…}` in a template.
 * @param {string} name
 */
function titlePattern(name) {
  const literal = name
    .split(/%[sdifjo#$]|\$\{[^}]*\}|\$\w+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(literal.join('[^]*'));
}

/**
 * Tests in a vitest JSON report.
 * @param {string} report
 * @returns {TestResult[]}
 */
export function vitestTests(report) {
  return JSON.parse(report).testResults.flatMap((/** @type {any} */ { name, assertionResults }) =>
    assertionResults.map((/** @type {any} */ { fullName, status }) => ({
      file: relative(root, name),
      title: fullName,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  );
}

/**
 * Tests in a Playwright JSON report.
 * @param {string} report
 * @returns {TestResult[]}
 */
export function playwrightTests(report) {
  /** @type {(suite: any) => TestResult[]} */
  const testsIn = ({ suites = [], specs = [] }) => [
    ...specs.flatMap((/** @type {any} */ { file, title, tests }) =>
      tests.map((/** @type {any} */ { status }) => ({
        file: `e2e/specs/${file}`,
        title,
        state: status === 'unexpected' ? 'failed' : status === 'skipped' ? 'skipped' : 'passed',
      })),
    ),
    ...suites.flatMap(testsIn),
  ];
  return JSON.parse(report).suites.flatMap(testsIn);
}

/**
 * Tests that rows name and that are not in the sources, one sentence each. It finds a renamed test without running it.
 * @param {readonly Row[]} rows
 * @returns {string[]}
 */
export function missingTests(rows) {
  return rows.flatMap(({ requirement, tests }) =>
    tests.flatMap(({ file, name }) => {
      const path = join(root, file);
      if (!existsSync(path)) return [`"${requirement}" names ${file}, which does not exist.`];
      // A title is written with escaped quotes where its quotes are the same.
      return name !== '' && readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(name)
        ? []
        : [`"${requirement}" names a test that ${file} does not have: ${name}`];
    }),
  );
}

/**
 * The document: first what is not covered, then a table per section.
 * @param {readonly CoveredRow[]} rows
 * @returns {string}
 */
export function coverageDocument(rows) {
  const open = rows.filter(({ coverage }) => coverage !== 'covered');
  const sections = [...new Set(rows.map(({ section }) => section))];
  return [
    '# Requirements of the interface and the tests that cover them',
    'Written by `node scripts/cli.mjs requirements` from `apps/gateway/test/requirements` and the reports of both test tiers.',
    `${rows.length} requirements: ${rows.length - open.length} covered, ${open.length} not covered.`,
    '## Not covered',
    open.length === 0
      ? 'None.'
      : open
          .map(({ section, requirement, coverage, reasons }) =>
            [`- ${section}: ${requirement} (${coverage})`, ...reasons.map((reason) => `  - ${reason}`)].join('\n'),
          )
          .join('\n'),
    ...sections.flatMap((section) => [
      `## ${section}`,
      markdownTable([
        ['Requirement', 'State', 'Tests'],
        ...rows
          .filter((row) => row.section === section)
          .map(({ requirement, coverage, tests }) => [requirement, coverage, tests.map(cell).join('<br>')]),
      ]),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** @param {TestName} test */
function cell({ file, name }) {
  return `\`${file.replace(/^apps\/gateway\/test\//, '').replace(/\.(?:test|spec)\.\w+$/, '')}\` ${name.replace(/[*_`<>[\]]/g, '\\$&')}`;
}
