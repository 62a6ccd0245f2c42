import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

/** @param {string} path in the repository */
const load = (path) => import(pathToFileURL(join(root, path)).href);

// The client's command. It also takes the commands of `gateway-server`: until they had a program of their own, this was their name.
await main(async () => {
  await prepare();
  const { commands } = await load('apps/gateway/dist/commands/commands.js');
  const [name = ''] = process.argv.slice(2);
  const isOfServer =
    name.startsWith('--dev-platform') ||
    commands.some((/** @type {{ name: string }} */ command) => command.name === name);
  return isOfServer ? import('./gateway-server.mjs') : load('packages/cli/dist/compiled/bin.js');
});
