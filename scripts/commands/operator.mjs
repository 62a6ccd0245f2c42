import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvFile } from '../lib/env-file.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

await main(async () => {
  await prepare();
  // As `npm start` does: the command must find the same database.
  readEnvFile(join(root, '.env'));
  process.argv.splice(2, 0, 'operator');
  await import(pathToFileURL(join(root, 'apps/gateway/dist/cli.js')).href);
});
