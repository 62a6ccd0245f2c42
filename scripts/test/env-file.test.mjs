import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnvFile } from '../lib/env-file.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-env-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('settings are read from the file, and the environment overrides them, even with an empty value', () => {
  writeFileSync(join(folder, '.env'), '# comment\nPORT=1\nHOST="::1"\nLOG_LEVEL=debug\n');
  /** @type {NodeJS.ProcessEnv} */
  const env = { PORT: '2', LOG_LEVEL: '' };
  readEnvFile(join(folder, '.env'), env);
  expect(env).toEqual({ PORT: '2', HOST: '::1', LOG_LEVEL: '' });
});

test('a missing file changes nothing', () => {
  const env = {};
  readEnvFile(join(folder, '.env'), env);
  expect(env).toEqual({});
});

test('an unreadable file is reported in one sentence with its name', () => {
  mkdirSync(join(folder, '.env'));
  expect(() => readEnvFile(join(folder, '.env'), {})).toThrow(/\.env could not be read/);
});
