import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { prepare } from '../lib/prepare.mjs';
import { root } from '../lib/workspace.mjs';

const execute = promisify(execFile);
const output = (/** @type {string[]} */ ...args) => execute(process.execPath, [join(root, 'scripts/cli.mjs'), ...args]);
const script = async (/** @type {string[]} */ ...args) => (await output(...args)).stdout;

test('npm run gateway takes the commands of gateway-server by their former name', async () => {
  const help = await script('gateway-server', 'doctor', '--help');
  expect(help).toContain('gateway-server doctor [--json]');
  expect(await script('gateway', 'doctor', '--help')).toBe(help);
});

test('npm run gateway runs the command for agents', async () => {
  expect(await script('gateway', '--help')).toMatch(/^Usage: gateway <command>/);
});

test('npm run operator runs gateway-server operator', async () => {
  expect(await script('operator', '--help')).toContain('gateway-server operator list');
});

test('a command of a built checkout compiles nothing', async () => {
  await prepare();
  expect((await output('gateway', '--help')).stderr).toBe('');
});
