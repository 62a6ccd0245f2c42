import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

await main(async () => {
  await prepare();
  await import(pathToFileURL(join(root, 'packages/cli/dist/compiled/bin.js')).href);
});
