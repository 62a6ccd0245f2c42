import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { errorTable, withErrorTable } from '../lib/error-table.mjs';
import { root } from '../lib/workspace.mjs';

test('docs/errors.md holds the declared error codes (if not: node scripts/cli.mjs tables)', async () => {
  const { errorCodes } = await import(pathToFileURL(join(root, 'packages/contract/src/error-codes.ts')).href);
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
  expect(withErrorTable(page, errorTable(errorCodes))).toBe(page);
});
