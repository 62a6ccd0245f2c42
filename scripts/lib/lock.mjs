import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const oldestMs = 20 * 60_000;

/** @param {string} folder */
function owner(folder) {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} folder */
function isAbandoned(folder) {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) return false;
  const age = Date.now() - stats.mtimeMs;
  const [pid = '', host = ''] = owner(folder).split(' ');
  // Between taking the folder and signing it there is a moment without an owner.
  if (!pid) return age > 5_000;
  // A process number means nothing on another machine that shares the folder.
  if (host !== hostname()) return age > oldestMs;
  return age > oldestMs || !isAlive(Number(pid));
}

/**
 * Moves an abandoned lock out of the way. If another process took it over in the meantime, its lock is put back.
 * @param {string} folder
 */
function breakLock(folder) {
  const judged = owner(folder);
  const aside = `${folder}.${process.pid}`;
  try {
    renameSync(folder, aside);
    if (owner(aside) === judged) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch {
    // Somebody else was faster; the next round looks again.
  }
}

/** @param {string} folder */
function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'owner'), `${process.pid} ${hostname()}`);
  return true;
}

/**
 * Runs `work` while no other process runs its own under the same folder. A lock whose owner died is taken over.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when somebody else holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, onWait = () => {}) {
  mkdirSync(dirname(folder), { recursive: true });
  for (let round = 0; !take(folder); round += 1) {
    if (isAbandoned(folder)) breakLock(folder);
    else {
      if (round === 0) onWait();
      await delay(100);
    }
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
