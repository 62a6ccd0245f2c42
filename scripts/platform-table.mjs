import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAdapters } from './lib/adapters.mjs';
import { platformTable, withPlatformTable } from './lib/platform-table.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/workspace.mjs';

// Writes what the adapters' manifests declare into the README.
await prepare();
const readme = join(root, 'README.md');
const table = platformTable(await readAdapters('dist/index.js'));
writeFileSync(readme, withPlatformTable(readFileSync(readme, 'utf8'), table));
