import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepare } from '../lib/prepare.mjs';
import { canMount } from '../lib/programs.mjs';
import { root } from '../lib/workspace.mjs';

const isRoot = process.getuid?.() === 0;

/**
 * A command that becomes the command it is given, for which a folder is a read-only file system.
 * @param {string} folder
 */
const readOnly = (folder) => [
  'unshare',
  ...(isRoot ? [] : ['--map-root-user']),
  '--mount',
  'sh',
  '-c',
  'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"',
  folder,
];

/** The same for a user without privileges: the user of the tests, unless it is root. */
const unprivileged = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
const [program, ...options] = [...unprivileged, 'ls', join(root, 'scripts')];
/** Whether another user may read the checkout. */
const isReadable = spawnSync(program, options).status === 0;

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-start-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * `npm start` with a data folder elsewhere.
 * @param {string} checkout
 * @param {readonly string[]} wrapper
 */
function start(checkout, wrapper) {
  const data = join(newFolder(), 'data');
  mkdirSync(data);
  chmodSync(data, 0o777);
  const command = [...wrapper, process.execPath, join(checkout, 'scripts/cli.mjs'), 'start'];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: checkout,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', HOST: '127.0.0.1', PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const closed = once(child, 'close');
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (output.includes('Gateway ready at')) resolve(true);
      });
    void closed.then(() => resolve(false));
  });
  return { child, ready, closed, output: () => output };
}

/** @param {readonly string[]} wrapper */
async function startsAndStops(wrapper) {
  await prepare();
  const { child, ready, closed, output } = start(root, wrapper);
  expect(await ready, output()).toBe(true);
  expect(output()).not.toMatch(/Compiling|Installing|waiting for it/);
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
}

/** A checkout of which nothing is installed. */
function freshCheckout() {
  const checkout = newFolder();
  cpSync(join(root, 'scripts'), join(checkout, 'scripts'), { recursive: true });
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }');
  return checkout;
}

/**
 * @param {string} checkout
 * @param {readonly string[]} wrapper
 */
async function saysWhy(checkout, wrapper) {
  const { closed, output } = start(checkout, wrapper);
  expect(await closed).toEqual([1, null]);
  expect(output()).toMatch(
    /^This user cannot write to \S+ \(E[A-Z]+\), [^\n]*npm run build[^\n]*production folder, as docs\/deploy\.md says\.\n$/,
  );
}

test.runIf(canMount())('npm start works in a built checkout that is mounted read-only', () =>
  startsAndStops(readOnly(root)),
);

test.runIf(isRoot && isReadable)('npm start works in a built checkout of another user', () =>
  startsAndStops(unprivileged),
);

test.runIf(canMount())('npm start says in one sentence that nothing is built in a read-only checkout', async () => {
  const checkout = freshCheckout();
  await saysWhy(checkout, readOnly(checkout));
});

test.runIf(process.platform === 'linux')(
  'npm start says in one sentence that nothing is built in a checkout that its user cannot write',
  async () => {
    const checkout = freshCheckout();
    chmodSync(checkout, 0o555);
    await saysWhy(checkout, unprivileged);
  },
);
