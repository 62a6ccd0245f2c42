import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { configTable, withConfigTable } from './lib/config-table.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/workspace.mjs';

// Writes the settings that apps/gateway/src/settings.ts declares into the README.
await prepare();
const { settings } = await import(pathToFileURL(join(root, 'apps/gateway/dist/settings.js')).href);
const readme = join(root, 'README.md');
writeFileSync(readme, withConfigTable(readFileSync(readme, 'utf8'), configTable(settings)));
