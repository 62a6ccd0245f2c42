import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorTable, withErrorTable } from './lib/error-table.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/workspace.mjs';

// Writes the error codes that packages/contract/src/error-codes.ts declares into docs/errors.md.
await prepare();
const { errorCodes } = await import(pathToFileURL(join(root, 'packages/contract/dist/error-codes.js')).href);
const page = join(root, 'docs/errors.md');
writeFileSync(page, withErrorTable(readFileSync(page, 'utf8'), errorTable(errorCodes)));
