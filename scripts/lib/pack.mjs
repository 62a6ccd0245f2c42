import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pnpmVersion, preparationEnv } from './install.mjs';
import { run, Stop, tool } from './run.mjs';
import { packageFolders, root } from './workspace.mjs';

/**
 * A package that is published.
 * @typedef {{ folder: string, name: string, version: string, exports: Record<string, unknown> }} PublicPackage `folder` relative to the repository
 */

/**
 * The packages that are published: those whose package.json has `publishConfig`.
 * @returns {PublicPackage[]}
 */
export function publicPackages() {
  return packageFolders().flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return manifest.publishConfig ? [{ ...manifest, folder }] : [];
  });
}

/**
 * Compiles the packages and packs each as it is published.
 * @param {readonly PublicPackage[]} packages
 * @param {string} destination a folder, which is created
 * @returns {Promise<string[]>} the paths of the tarballs, in the order of the packages
 */
export async function pack(packages, destination) {
  mkdirSync(destination, { recursive: true });
  await quietly(tool('tsc'), ['-b', ...packages.map(({ folder }) => folder)]);
  const filters = packages.map(({ name }) => `--filter=${name}`);
  // pnpm writes the versions of the workspace's packages into the tarballs; npm would leave `workspace:*`.
  const args = [`pnpm@${pnpmVersion}`, ...filters, 'pack', '--pack-destination', resolve(destination)];
  await quietly('npx', ['--yes', ...args]);
  return packages.map(({ name, version }) =>
    resolve(destination, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`),
  );
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function quietly(command, args) {
  const { code, output } = await run(command, args, { env: preparationEnv(), quiet: true });
  if (code === 0) return;
  process.stderr.write(`\n${output}`);
  throw new Stop(`Packing the packages failed, for the reason above.`);
}
