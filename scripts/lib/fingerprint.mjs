import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './workspace.mjs';

const derived = new Set([
  '.cache',
  '.git',
  '.tsbuildinfo',
  'coverage',
  'data',
  'dist',
  'generated',
  'node_modules',
  'test-results',
]);

/**
 * Every file under `path` (a folder or a file, relative to `base`), sorted, without what tools produce.
 * @param {string} path
 * @param {{ base?: string, skip?: readonly string[] }} [options] `skip`: further names to leave out, at any depth
 * @returns {string[]}
 */
export function filesUnder(path, { base = root, skip = [] } = {}) {
  const stats = statSync(join(base, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [path];
  return readdirSync(join(base, path), { withFileTypes: true })
    .filter((entry) => !derived.has(entry.name) && !skip.includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = path === '.' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) return filesUnder(child, { base, skip });
      return entry.isFile() ? [child] : [];
    });
}

/**
 * A digest of names and contents: equal exactly when nothing that was named has changed.
 * @param {readonly string[]} paths folders and files relative to `base`
 * @param {{ base?: string, skip?: readonly string[] }} [options]
 * @returns {string}
 */
export function fingerprint(paths, options = {}) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesUnder(path, options))) {
    const content = readFileSync(join(options.base ?? root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * A step whose work is repeated only when its inputs changed or its outputs were lost or changed by another program.
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} inputs
 * @property {readonly string[]} [skip]
 * @property {readonly string[]} outputs
 * @property {() => Promise<void>} make
 */

/** @param {Pick<Step, 'name'>} step */
function stampFile({ name }, base = root) {
  return join(base, 'node_modules/.cache/gateway', name);
}

/**
 * @param {Omit<Step, 'make'>} step
 * @returns {string | undefined} nothing when an output is missing
 */
function describe({ inputs, skip, outputs }, base = root) {
  if (!outputs.every((path) => existsSync(join(base, path)))) return undefined;
  return [process.platform, process.arch, fingerprint(inputs, { base, skip }), fingerprint(outputs, { base })].join(
    '\n',
  );
}

/** @param {Omit<Step, 'make'>} step */
export function isFresh(step, base = root) {
  const stamp = stampFile(step, base);
  if (!statSync(stamp, { throwIfNoEntry: false })) return false;
  return readFileSync(stamp, 'utf8') === describe(step, base);
}

/**
 * Does the step's work and remembers it. Until the work has succeeded the step counts as stale in every process.
 * @param {Step} step
 */
export async function refresh(step, base = root) {
  const stamp = stampFile(step, base);
  rmSync(stamp, { force: true });
  await step.make();
  const now = describe(step, base);
  if (now === undefined) return;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}
