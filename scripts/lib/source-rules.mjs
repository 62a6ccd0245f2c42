import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importProblems, source } from './dependency-rules.mjs';
import { filesUnder } from './fingerprint.mjs';
import { packageFolders, root } from './workspace.mjs';

/** @typedef {import('./dependency-rules.mjs').File} File */

/** Ids of the repository's platforms, from the package.json files of their adapters. */
const platforms = packageFolders()
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
  .flatMap((folder) => manifest(root, folder).gatewayPlatform?.id ?? []);
const quoted = new RegExp(`(['"\`])(${platforms.join('|')})\\1`, 'g');
const bare = new RegExp(`(\\b)(${platforms.join('|')})\\b`, 'gi');
// Platform names may appear in simulators and in programs that use the gateway from outside. The gateway finds adapters by their
// package.json.
const mayNamePlatforms = /^(?:packages\/(?:sandbox|simulators)|bench|demo|e2e|scripts)\/|\/test\/|\.md$/;

const MAX_LINES = 300;
const MAX_FILES = 25;
const text = /\.(?:[cm]?[jt]sx?|json|jsonc|md|mdx|ya?ml|html|css|prisma|sql|sh|toml)$/;

// The repository must make sense to anyone who clones it: no path of the machine where it was written.
const foreign = [/\.\.\/shared\b/, /["'`\s(]\/work\//, /\/tmp\/brief\b/];

/**
 * @param {string} base
 * @param {string} folder
 */
function manifest(base, folder) {
  return JSON.parse(readFileSync(join(base, folder, 'package.json'), 'utf8'));
}

/**
 * A platform's id outside its own package: as a quoted word, or anywhere in a database schema.
 * @param {File} file
 * @returns {string[]}
 */
export function platformProblems(file) {
  if (mayNamePlatforms.test(file.path)) return [];
  return [...file.text.matchAll(/\.(?:prisma|sql)$/.test(file.path) ? bare : quoted)]
    .filter(([, , id]) => !file.path.startsWith(`packages/platform-${id}/`))
    .map(([word]) => `${file.path}: only the package of ${word} may name it.`);
}

/**
 * @param {File} file
 * @returns {string[]}
 */
export function lengthProblems(file) {
  const lines = file.text.replace(/\n$/, '').split('\n').length;
  return source.test(file.path) && lines > MAX_LINES
    ? [`${file.path}: ${lines} lines; a file has at most ${MAX_LINES}.`]
    : [];
}

/**
 * Folders below a `src` that hold more files than a reader looks through. Generated ones are not read.
 * @param {File[]} files
 * @returns {string[]}
 */
export function folderProblems(files) {
  const folders = new Map();
  for (const { path } of files)
    if (/\/src\//.test(path) && !path.includes('/generated/') && source.test(path))
      folders.set(posix.dirname(path), (folders.get(posix.dirname(path)) ?? 0) + 1);
  return [...folders]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}: ${count} files; a folder has at most ${MAX_FILES}.`);
}

/**
 * @param {File} file
 * @returns {string[]}
 */
export function foreignProblems(file) {
  return foreign.flatMap((pattern) => {
    const found = pattern.exec(file.text);
    return found ? [`${file.path}: "${found[0].trim()}" exists only on the machine where it was written.`] : [];
  });
}

/**
 * Every text file of the repository.
 * @returns {File[]}
 */
export function textFiles(base = root) {
  return filesUnder('.', { base })
    .filter((path) => text.test(path) && path !== 'pnpm-lock.yaml')
    .map((path) => ({ path, text: readFileSync(join(base, path), 'utf8') }));
}

/**
 * All files and folders that break a rule on imports, platform names, length or foreign paths.
 * @returns {{ files: number, problems: string[] }} one sentence per problem
 */
export function inspect(base = root) {
  const files = textFiles(base);
  const problems = files.flatMap((file) => [
    ...importProblems(file, (folder) => manifest(base, folder)),
    ...platformProblems(file),
    ...lengthProblems(file),
    ...foreignProblems(file),
  ]);
  return { files: files.length, problems: [...problems, ...folderProblems(files)] };
}
