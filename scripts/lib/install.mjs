import { packageFolders, proofs } from './workspace.mjs';
import { run, Stop } from './run.mjs';

export const pnpmVersion = '10.34.9';

/**
 * The environment for preparing the repository: compiler and checks are needed even where the service runs in production.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function preparationEnv(env = process.env) {
  const { NODE_ENV: _nodeEnv, npm_config_production: _production, npm_config_omit: _omit, ...rest } = env;
  return rest;
}

/** @param {string} output */
function cause(output) {
  if (output.includes('ERR_PNPM_OUTDATED_LOCKFILE'))
    return `pnpm-lock.yaml does not match the package.json files; run \`npx pnpm@${pnpmVersion} install\` and try again.`;
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/.test(output))
    return 'the package registry could not be reached; check the network and try again.';
  return "pnpm's own words are above.";
}

/**
 * @param {string} cwd the folder with the lockfile, relative to the repository
 */
async function install(cwd) {
  const progress = process.stderr.isTTY
    ? (/** @type {string} */ line) => {
        const found = /Progress: (.+)/.exec(line);
        if (found) process.stderr.write(`\r\u001b[KInstalling packages: ${found[1]} … `);
      }
    : undefined;
  const args = ['--yes', `pnpm@${pnpmVersion}`, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const { code, output } = await run('npx', args, { cwd, env: preparationEnv(), quiet: true, onLine: progress });
  if (code === 0) return;
  process.stderr.write(`\n${output}`);
  throw new Stop(`Installing the packages failed: ${cause(output)}`);
}

/** @returns {import('./fingerprint.mjs').Step} */
export function installStep() {
  return {
    name: 'install',
    inputs: [
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'package.json',
      ...packageFolders().map((folder) => `${folder}/package.json`),
    ],
    outputs: ['node_modules/.modules.yaml'],
    make: () => install('.'),
  };
}

/** @returns {import('./fingerprint.mjs').Step} */
export function installProofsStep() {
  return {
    name: 'install-proofs',
    inputs: ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'].map((file) => `${proofs}/${file}`),
    outputs: [`${proofs}/node_modules/.modules.yaml`],
    make: () => install(proofs),
  };
}
