import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../lib/workspace.mjs';

test('the demo asks, answers by itself, shows the signed callback and exits without leftovers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-demo-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Settings of the shell that starts it must not reach the demo's gateway.
  const env = {
    ...process.env,
    TMPDIR: folder,
    DATABASE_URL: 'postgresql://unused@127.0.0.1:1/nothing',
    USE_AUTH: 'true',
  };
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/cli.mjs'), 'demo', '--auto'], {
    env,
    encoding: 'utf8',
  });

  expect(stdout).toMatch(/X-Signature: sha256=[0-9a-f]{64}\n/);
  expect(stdout).toContain('"value": "Deploy now"');
  expect(stdout).toContain('The signature is genuine');
  expect(stdout).toContain('✅ Deploy now (Ada Lovelace)');
  expect(status).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
