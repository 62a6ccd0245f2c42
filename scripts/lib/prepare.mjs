import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { buildSteps } from './build.mjs';
import { isFresh, refresh } from './fingerprint.mjs';
import { installProofsStep, installStep } from './install.mjs';
import { withLock } from './lock.mjs';
import { Stop } from './run.mjs';
import { root } from './workspace.mjs';

/** @type {Record<string, string>} */
const labels = {
  install: 'Installing packages (the first time can take some minutes)',
  'install-proofs': 'Installing the packages of the proofs',
  generate: 'Generating the database clients',
  code: 'Compiling',
  console: 'Building the console',
};

/**
 * @param {import('./fingerprint.mjs').Step} step
 */
async function bringUpToDate(step) {
  if (isFresh(step)) return;
  const started = Date.now();
  process.stderr.write(`${labels[step.name] ?? step.name} … `);
  await refresh(step);
  process.stderr.write(`done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

/**
 * Installs and builds what is missing or stale, one process at a time; costs next to nothing when all is up to date.
 * @param {{ build?: boolean }} [options]
 */
export async function prepare({ build = true } = {}) {
  await bringAllUpToDate(() => [installStep(), ...(build ? buildSteps() : [])]);
}

/** Installs the packages of the tests in proofs/. Throws a Stop when that is not possible. */
export async function prepareProofs() {
  await bringAllUpToDate(() => [installProofsStep()]);
}

/** @param {() => readonly import('./fingerprint.mjs').Step[]} steps */
async function bringAllUpToDate(steps) {
  if (steps().every((step) => isFresh(step))) return;
  const waiting = () => console.error('Another process is installing or building this repository; waiting for it.');
  try {
    // Making the folder of the lock on a read-only disk would fail with ENOENT.
    accessSync(root, constants.W_OK);
    await withLock(
      join(root, 'node_modules/.cache/gateway/lock'),
      async () => {
        for (const step of steps()) await bringUpToDate(step);
      },
      waiting,
    );
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
    throw new Stop(
      `This user cannot write to ${root} (${code}), where packages must be installed or sources built first: run npm run build as its owner, and start the production folder, as docs/deploy.md says.`,
    );
  }
}
