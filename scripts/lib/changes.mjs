import { spawnSync } from 'node:child_process';
import { root } from './workspace.mjs';

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @returns {string | undefined} what git prints; undefined when it fails or is missing
 */
function git(folder, args) {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  return status === 0 ? stdout : undefined;
}

/**
 * The files that differ from the merge base with `main`, committed or not, and that git does not ignore.
 * @param {string} [folder] of the repository
 * @returns {readonly string[] | undefined} relative to the repository; undefined when there is no `main` to compare with
 */
export function changedFiles(folder = root) {
  const base = ['main', 'origin/main'].reduce(
    (/** @type {string | undefined} */ found, branch) => found ?? git(folder, ['merge-base', 'HEAD', branch]),
    undefined,
  );
  if (base === undefined) return undefined;
  // A renamed file counts as two: one is missing, and one is new.
  const changed = git(folder, ['diff', '--name-only', '--no-renames', '-z', base.trim()]);
  const added = git(folder, ['ls-files', '--others', '--exclude-standard', '-z']);
  if (changed === undefined || added === undefined) return undefined;
  return [...new Set([...changed.split('\0'), ...added.split('\0')])].filter(Boolean).sort();
}

/**
 * All files that git does not ignore.
 * @param {string} [folder] of the repository
 * @returns {readonly string[] | undefined} relative to the repository; undefined without git
 */
export function trackedFiles(folder = root) {
  return git(folder, ['ls-files', '--cached', '--others', '--exclude-standard', '-z'])?.split('\0').filter(Boolean);
}
