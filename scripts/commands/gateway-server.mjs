import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvFile } from '../lib/env-file.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

// A command of the installation, with the settings of `npm start`.
await main(async () => {
  await prepare();
  readEnvFile(join(root, '.env'));
  await import(pathToFileURL(join(root, 'apps/gateway/dist/cli.js')).href);
});
