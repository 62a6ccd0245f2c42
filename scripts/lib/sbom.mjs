import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * The bill of materials (CycloneDX, JSON) of tarballs: what npm would install with them.
 * @param {readonly string[]} tarballs absolute paths
 * @param {string} version of the release
 * @param {readonly string[]} [options] of npm
 * @returns {Promise<string>}
 */
export async function sbomOf(tarballs, version, options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sbom-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'gateway', version, private: true }));
    const npm = (/** @type {string[]} */ ...args) =>
      execute('npm', [...args, ...options], { cwd: folder, maxBuffer: 2 ** 26, shell: process.platform === 'win32' });
    await npm('install', '--package-lock-only', '--no-audit', '--no-fund', ...tarballs);
    const { stdout } = await npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx');
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
