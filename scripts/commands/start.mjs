import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvFile } from '../lib/env-file.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main, Stop } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

await main(async () => {
  await prepare();
  const developsPlatform = process.argv[2]?.startsWith('--dev-platform') ?? false;
  if (process.argv.length === 2 || developsPlatform) readEnvFile(join(root, '.env'));
  const entry = join(root, `apps/gateway/dist/${developsPlatform ? 'cli' : 'main'}.js`);
  if (!existsSync(entry)) throw new Stop(`The gateway cannot start: ${entry} is missing.`);
  // In this very process: signals and exit codes need no relay, and no second Node has to start.
  await import(pathToFileURL(entry).href);
});
