import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The folder of the tests with the packages of others: a package with a lockfile of its own, outside of the workspace. */
export const proofs = 'proofs';

/**
 * Folders that hold a package, relative to the repository and sorted; the same set as in pnpm-workspace.yaml.
 * @returns {string[]}
 */
export function packageFolders(base = root) {
  const nested = ['packages', 'apps'].flatMap((parent) =>
    existsSync(join(base, parent)) ? readdirSync(join(base, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return [...nested, 'bench', 'demo', 'e2e'].filter((folder) => existsSync(join(base, folder, 'package.json'))).sort();
}
