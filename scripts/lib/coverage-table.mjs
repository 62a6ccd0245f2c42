import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from './markdown.mjs';
import { root } from './workspace.mjs';

/** @typedef {{ section: string, promise: string, tests: readonly { file: string, name: string }[] }} Row */

/**
 * Tests that rows name and that do not exist, a sentence each.
 * @param {readonly Row[]} rows
 * @returns {string[]}
 */
export function missingTests(rows) {
  return rows.flatMap(({ promise, tests }) =>
    tests.flatMap(({ file, name }) => {
      const path = join(root, file);
      if (!existsSync(path)) return [`"${promise}" names ${file}, which does not exist.`];
      return name !== '' && plain(readFileSync(path, 'utf8')).includes(name)
        ? []
        : [`"${promise}" names a test of ${file} that it does not have: ${name}`];
    }),
  );
}

/**
 * The document: what is not proven yet first, then each section's promises beside their tests.
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function coverageDocument(rows) {
  const open = rows.filter(({ tests }) => tests.length === 0);
  const sections = [...new Set(rows.map(({ section }) => section))];
  return [
    '# What the interface promises, and the tests that prove it',
    'Written by `node scripts/coverage-table.mjs` from `apps/gateway/test/promises`; a test fails when it is out of date or names a test that does not exist.',
    `${rows.length} promises: ${rows.length - open.length} proven, ${open.length} not yet.`,
    '## Not proven yet',
    open.length === 0 ? 'None.' : open.map(({ section, promise }) => `- ${section}: ${promise}`).join('\n'),
    ...sections.flatMap((section) => [
      `## ${section}`,
      markdownTable([
        ['Promise', 'Proven by'],
        ...rows
          .filter((row) => row.section === section)
          .map(({ promise, tests }) => [promise, tests.length === 0 ? 'not proven yet' : tests.map(cell).join('<br>')]),
      ]),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** @param {{ file: string, name: string }} test */
function cell({ file, name }) {
  return `\`${file.replace(/^apps\/gateway\/test\//, '').replace(/\.test\.\w+$/, '')}\` ${name.replace(/[*_`<>[\]]/g, '\\$&')}`;
}

/** A test's name is written with escaped quotes where its quotes are the same. @param {string} source */
function plain(source) {
  return source.replaceAll("\\'", "'");
}
