import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from '../lib/lock.mjs';

let base = '';
let folder = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'gateway-lock-'));
  folder = join(base, 'lock');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** @type {(owner: string) => void} */
function leaveBehind(owner) {
  mkdirSync(folder);
  if (owner) writeFileSync(join(folder, 'owner'), owner);
}

function pidOfTheDead() {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('two tasks with the same lock do not overlap, and the second one reports that it waits', async () => {
  /** @type {string[]} */
  const order = [];
  let secondWaits = () => {};
  const waiting = new Promise((resolve) => (secondWaits = () => resolve(undefined)));
  const waited = vi.fn(() => secondWaits());
  const first = withLock(folder, async () => {
    order.push('first begins');
    await waiting;
    order.push('first ends');
  });
  const second = withLock(folder, async () => void order.push('second'), waited);
  await Promise.all([first, second]);
  expect(order).toEqual(['first begins', 'first ends', 'second']);
  expect(waited).toHaveBeenCalledOnce();
});

test('the lock is released when the task fails', async () => {
  await expect(withLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(folder)).toBe(false);
});

test('the lock of a dead process is taken over at once', async () => {
  leaveBehind(`${pidOfTheDead()} ${hostname()}`);
  const waited = vi.fn();
  expect(await withLock(folder, async () => 'done', waited)).toBe('done');
  expect(waited).not.toHaveBeenCalled();
});

test('an unsigned lock is taken over when it is old', async () => {
  leaveBehind('');
  utimesSync(folder, new Date(), new Date(Date.now() - 60_000));
  expect(await withLock(folder, async () => 'done')).toBe('done');
});

test('the lock of another machine is respected', async () => {
  leaveBehind(`${pidOfTheDead()} another-machine`);
  const release = vi.fn(() => rmSync(folder, { recursive: true }));
  expect(await withLock(folder, async () => 'done', release)).toBe('done');
  expect(release).toHaveBeenCalledOnce();
});
