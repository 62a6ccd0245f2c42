import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preparationEnv } from './install.mjs';
import { run, Stop, tool } from './run.mjs';
import { packageFolders, root } from './workspace.mjs';

const generator = 'packages/store/scripts/generate.mjs';

/**
 * @param {string} what
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
async function make(what, command, args, cwd) {
  const { code, output } = await run(command, args, { cwd, env: preparationEnv(), quiet: true });
  if (code === 0) return;
  process.stderr.write(`\n${output}`);
  throw new Stop(`Building ${what} failed, for the reason above.`);
}

/** @param {string} path */
const exists = (path) => existsSync(join(root, path));

/** @param {string} folder */
const scriptsOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts ?? {};

/** Packages that are compiled to `dist`; the console has its own build, e2e none. */
const compiled = () =>
  packageFolders().filter(
    (folder) => exists(`${folder}/tsconfig.json`) && folder !== 'apps/console' && folder !== 'e2e',
  );

async function compile() {
  // The compiler trusts its notes: without this it would not write again what somebody deleted.
  for (const folder of compiled())
    if (!exists(`${folder}/dist`)) rmSync(join(root, folder, '.tsbuildinfo'), { force: true });
  await make('the sources', tool('tsc'), ['-b', ...compiled()]);
}

/**
 * What has to be built before the service, the demo or the benchmark can run, in order.
 * @returns {import('./fingerprint.mjs').Step[]}
 */
export function buildSteps() {
  /** @type {import('./fingerprint.mjs').Step[]} */
  const steps = [];
  if (exists(generator)) {
    steps.push({
      name: 'generate',
      inputs: ['pnpm-lock.yaml', 'packages/store/package.json', 'packages/store/prisma', 'packages/store/scripts'],
      outputs: ['packages/store/src/generated'],
      make: () => make("the store's database clients", process.execPath, [generator]),
    });
  }
  steps.push({
    name: 'code',
    inputs: ['pnpm-lock.yaml', 'tsconfig.base.json', ...compiled()],
    skip: ['test', 'README.md'],
    outputs: compiled().map((folder) => `${folder}/.tsbuildinfo`),
    make: compile,
  });
  if (exists('apps/console/package.json') && scriptsOf('apps/console')['build']) {
    steps.push({
      name: 'console',
      inputs: ['pnpm-lock.yaml', 'apps/console', 'packages/contract'],
      skip: ['test'],
      outputs: ['apps/console/dist'],
      make: () => make('the console', 'npm', ['run', 'build', '--silent'], 'apps/console'),
    });
  }
  return steps;
}
