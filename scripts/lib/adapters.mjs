import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { conformanceModes } from './platform-table.mjs';
import { root } from './workspace.mjs';

/**
 * Every adapter of the repository, by its manifest.
 * @param {string} entry the file of the package to import, such as dist/index.js
 * @returns {Promise<import('./platform-table.mjs').Adapter[]>}
 */
export async function readAdapters(entry) {
  const packages = readdirSync(join(root, 'packages'))
    .filter((name) => name.startsWith('platform-') && name !== 'platform-kit')
    .filter((name) => existsSync(join(root, 'packages', name, 'package.json')));
  const adapters = await Promise.all(
    packages.map(async (name) => {
      const folder = `packages/${name}`;
      const { default: manifest } = await import(pathToFileURL(join(root, folder, entry)).href);
      const test = readFileSync(join(root, folder, 'test/conformance.test.ts'), 'utf8');
      return { folder, name: manifest.name, capabilities: manifest.capabilities, modes: conformanceModes(test) };
    }),
  );
  return adapters.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}
