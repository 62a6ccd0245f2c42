import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { trackedFiles } from './changes.mjs';
import { run, tool } from './run.mjs';
import { root } from './workspace.mjs';

/** Loading the types of one file takes seconds; of more than these, linting everything is not much slower. */
const MAX_FILES = 400;
const linted = /\.[cm]?[jt]sx?$/;
/** As `ignorePatterns` of .oxlintrc.json: the linter fails when it is given ignored files only. */
const ignored = /(?:^|\/)(?:dist|generated)\//;
/** What the lint of every file depends on. */
const settings = ['.oxlintrc.json', 'pnpm-lock.yaml', 'tsconfig.base.json'];

/** @typedef {Readonly<Record<string, string>>} Stamps the digest of each file at its last clean lint */

/** @param {string} path */
const digestOf = (path) => createHash('sha256').update(readFileSync(path)).digest('base64').slice(0, 22);

/**
 * The digests of files, and of the settings.
 * @param {readonly string[]} files
 * @returns {Stamps}
 */
export function stampsOf(files, base = root) {
  const named = [...settings, ...files.filter((path) => linted.test(path) && !ignored.test(path))];
  return Object.fromEntries(
    named.filter((path) => existsSync(join(base, path))).map((path) => [path, digestOf(join(base, path))]),
  );
}

/**
 * The files to lint.
 * @param {Stamps} now
 * @param {Stamps} clean
 * @returns {readonly string[] | undefined} undefined: all, because settings changed, or most files
 */
export function unstamped(now, clean) {
  if (settings.some((path) => now[path] !== clean[path])) return undefined;
  const changed = Object.keys(now).filter((path) => now[path] !== clean[path]);
  return changed.length > MAX_FILES ? undefined : changed;
}

/**
 * What is clean after a run.
 * @param {Stamps} now
 * @param {{ code: number, output: string }} result
 * @returns {Stamps | undefined} undefined: the run failed and names no file
 */
export function cleanAfter(now, { code, output }) {
  if (code === 0) return now;
  // As in `,-[apps/gateway/src/main.ts:38:33]`.
  const failing = new Set([...output.matchAll(/\[([^\]\s:]+):\d+:\d+\]/g)].map(([, path]) => path ?? ''));
  if (failing.size === 0) return undefined;
  return Object.fromEntries(Object.entries(now).filter(([path]) => !failing.has(path)));
}

/**
 * Lints the files that changed since they were clean, or all. Rules that read types can find something new in an unchanged file that
 * imports a changed one: those are found in CI, where all files are linted.
 * @param {{ env: NodeJS.ProcessEnv, all: boolean }} context
 */
export async function lint({ env, all }) {
  const stampFile = join(root, 'node_modules/.cache/gateway/lint.json');
  const files = trackedFiles();
  const now = files && stampsOf(files);
  const clean = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
  const changed = all || !now ? undefined : unstamped(now, clean);
  const note = changed ? `Linted ${changed.length} files that changed since they were clean.\n` : '';
  const { code, output, cpuMs } =
    changed?.length === 0
      ? { code: 0, output: '', cpuMs: 0 }
      : await run(tool('oxlint'), [...(changed ?? [])], { env, quiet: true });
  const stamps = now && cleanAfter(now, { code, output });
  if (stamps) {
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(stamps));
  }
  return { ok: code === 0, output: note + output, cpuMs };
}
