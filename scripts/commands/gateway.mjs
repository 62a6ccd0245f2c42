import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvFile } from '../lib/env-file.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

/** @param {string} path in the repository */
const load = (path) => import(pathToFileURL(join(root, path)).href);

// A command of the installation runs with the settings of `npm start`, every other one in the client.
await main(async () => {
  await prepare();
  const { commands } = await load('apps/gateway/dist/commands/commands.js');
  const [name = ''] = process.argv.slice(2);
  if (
    !name.startsWith('--dev-platform') &&
    !commands.some((/** @type {{ name: string }} */ command) => command.name === name)
  )
    return load('packages/cli/dist/compiled/bin.js');
  readEnvFile(join(root, '.env'));
  await load('apps/gateway/dist/cli.js');
});
