import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ruleOf } from './dependency-table.mjs';
import { filesUnder } from './fingerprint.mjs';
import { importsIn } from './imports.mjs';
import { packageFolders, root } from './workspace.mjs';

/**
 * Which tests of the quick tier run. `why`: the reason, as a sentence. `files`: what vitest is called with, undefined for all.
 * `browser`: whether the browser tests run. `leftOut`: the packages of which no test runs.
 * @typedef {{ why: string, files?: readonly string[], browser: boolean, leftOut: readonly string[] }} Selection
 */

/** Files that no test of a package reads. Those that describe the repository are read by `scripts/test`, which always runs. */
const unread =
  /^(?:proofs|scripts|\.changeset|\.ci|\.github|\.vscode)\/|^(?:CHANGELOG\.md|LICENSE|knip\.json|\.editorconfig|\.gitignore|\.ox\w+\.json)$/;

/** Documentation and examples: only tests that name them read them. */
const readByName = /^(?:docs|examples|clients|deploy)\/|^[^/]+\.md$/;

/** @param {string} path */
const packageOfFile = (path) => packageFolders().find((folder) => path.startsWith(`${folder}/`));

/** @param {string} folder */
const nameOf = (folder) => posix.basename(folder);

/** @param {string} path */
const concernsOnlyItsPackage = (path) => /^[^/]+(?:\/[^/]+)?\/test\/|\.md$/.test(path);

/**
 * @param {string} folder
 * @param {'always' | 'byName'} kind
 * @returns {string[]} the folders it depends on
 */
function dependencies(folder, kind) {
  const rule = ruleOf(folder);
  const names = kind === 'always' ? [...(rule?.workspace ?? []), ...(rule?.tests ?? [])] : [];
  const patterns = kind === 'always' ? (rule?.starts ?? []) : (rule?.byName ?? []);
  return packageFolders().filter(
    (other) =>
      names.includes(nameOf(other)) ||
      patterns.some((each) =>
        each.endsWith('*') ? nameOf(other).startsWith(each.slice(0, -1)) : each === nameOf(other),
      ),
  );
}

/**
 * The test files under a folder that match, or import one that does.
 * @param {string} folder
 * @param {RegExp} pattern
 */
function testsNaming(folder, pattern) {
  const files = filesUnder(folder).filter((path) => /\.[mc]?[jt]sx?$/.test(path));
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const naming = new Set(files.filter((path) => pattern.test(`${path}\n${texts.get(path)}`)));
  const imported = (/** @type {string} */ path) =>
    importsIn(texts.get(path) ?? '').map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts'));
  for (let size = -1; size !== naming.size;) {
    size = naming.size;
    for (const path of files) if (imported(path).some((other) => naming.has(other))) naming.add(path);
  }
  return files.filter((path) => naming.has(path) && /\.(?:test|spec)\.[mc]?[jt]s$/.test(path));
}

/** @param {string} folder how tests name a package: by its folder, its name, or as the platform of a channel */
function nameInTests(folder) {
  const name = nameOf(folder);
  const platform = /^platform-(?!kit$)(.+)/.exec(name)?.[1];
  return platform ? `\\b${platform}\\b` : `${folder}\\b|@gateway/${name}\\b|['"]${name}['"]`;
}

/** @param {string} path how tests name a text: by its top folder or, in a package and without a folder, its path */
function textInTests(path) {
  const inFolder = path.includes('/') && !packageOfFile(path);
  const named = inFolder ? `${path.split('/')[0]}/` : path.replaceAll('.', '\\.');
  return `['"\`](?:\\.\\./)*${named}`;
}

/**
 * The tests that changed files can break: those of their packages, of the packages that depend on these by the dependency table,
 * and those that name a changed adapter, program, page or example.
 * @param {readonly string[] | undefined} changed undefined: it is not known what changed
 * @returns {Selection}
 */
export function affectedTests(changed) {
  const all = (/** @type {string} */ why) => ({ why, browser: true, leftOut: [] });
  if (!changed) return all('all, because there is no branch main to compare with');
  if (changed.length === 0) return all('all, because nothing differs from main');
  const outside = changed.filter((path) => !packageOfFile(path) && !unread.test(path));
  const shared = outside.find((path) => !readByName.test(path));
  if (shared) return all(`all, because ${shared} changed, which concerns every package`);

  const own = new Set(changed.flatMap((path) => packageOfFile(path) ?? []));
  const affected = new Set(
    changed.filter((path) => !concernsOnlyItsPackage(path)).flatMap((path) => packageOfFile(path) ?? []),
  );
  for (let size = -1; size !== affected.size;) {
    size = affected.size;
    for (const folder of packageFolders())
      if (dependencies(folder, 'always').some((other) => affected.has(other))) affected.add(folder);
  }
  const whole = new Set([...own, ...affected]);
  const texts = changed.filter((path) => !unread.test(path) && (!packageOfFile(path) || path.endsWith('.md')));
  const names = [...new Set(texts.map(textInTests))];
  const single = packageFolders()
    .filter((folder) => !whole.has(folder))
    .flatMap((folder) => {
      const found = dependencies(folder, 'byName').filter((other) => affected.has(other));
      const patterns = [...names, ...found.map(nameInTests)];
      return patterns.length > 0 ? testsNaming(folder, new RegExp(patterns.join('|'))) : [];
    });
  const isTested = (/** @type {string} */ folder) =>
    whole.has(folder) || single.some((path) => path.startsWith(`${folder}/`));
  const wholeTests = [...whole].filter((folder) => folder !== 'e2e').map((folder) => `${folder}/test/`);
  const units = single.filter((path) => !path.startsWith('e2e/'));
  const described = [
    ...[...whole].sort(),
    ...(units.length > 0 ? [`${units.length} test files that name what changed`] : []),
    'scripts',
  ];
  return {
    why: `${described.join(', ')}; changed since the merge base with main: ${summaryOf(changed)}`,
    files: [...wholeTests, ...units, 'scripts/test/'],
    browser: isTested('e2e'),
    leftOut: packageFolders().filter((folder) => !isTested(folder)),
  };
}

/** @param {readonly string[]} changed */
function summaryOf(changed) {
  const places = [...new Set(changed.map((path) => packageOfFile(path) ?? path.split('/')[0] ?? path))];
  return `${changed.length} ${changed.length === 1 ? 'file' : 'files'} in ${places.join(', ')}`;
}

/**
 * What is printed at the beginning and at the end of a run.
 * @param {Selection} selection
 */
export function selectionText({ why, files, browser, leftOut }) {
  if (!files) return `Tests: ${why}.`;
  const missing = [...leftOut, ...(browser || leftOut.includes('e2e') ? [] : ['e2e'])];
  return [
    `Tests: ${why}.`,
    ...(missing.length > 0 ? [`Left out, because nothing they depend on changed: ${missing.join(', ')}.`] : []),
    '`npm test -- --all` runs everything.',
  ].join('\n');
}
