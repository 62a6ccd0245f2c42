import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../lib/workspace.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-guard-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @type {(agent: string) => { status: number | null, stderr: string }} */
function install(agent) {
  const env = { ...process.env, npm_config_user_agent: agent };
  return spawnSync(process.execPath, [join(root, 'scripts/guard-install.mjs')], { cwd: folder, env, encoding: 'utf8' });
}

test('npm install is rejected with the commands to use instead, and what npm wrote is removed', () => {
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const { status, stderr } = install('npm/11.0.0 node/v20.19.0');
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringContaining('npm start'),
    expect.stringContaining('To install an adapter'),
    'npm install --prefix ../adapters gateway-platform-example',
    'PLATFORM_PACKAGES=../adapters npm start',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('packages that npm did not install are kept', () => {
  mkdirSync(join(folder, 'node_modules'));
  expect(install('yarn/1.22.0').status).toBe(1);
  expect(existsSync(join(folder, 'node_modules'))).toBe(true);
});

test('pnpm may install', () => {
  expect(install('pnpm/10.34.9 npm/? node/v20.19.0')).toMatchObject({ status: 0, stderr: '' });
});
