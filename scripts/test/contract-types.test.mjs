import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { contractTypes } from '../lib/contract-types.mjs';
import { contractValues } from '../lib/contract-values.mjs';
import { root } from '../lib/workspace.mjs';

test('the client has the types of the contract (if not: node scripts/cli.mjs tables)', async () => {
  const contract = await import(pathToFileURL(join(root, 'packages/contract/src/index.ts')).href);
  const file = readFileSync(join(root, 'packages/client/src/generated/contract.ts'), 'utf8');
  expect(file).toBe(contractTypes(contract));
});

test('the values of the contract are those that it declares (if not: node scripts/cli.mjs tables)', async () => {
  const contract = await import(pathToFileURL(join(root, 'packages/contract/src/index.ts')).href);
  const file = readFileSync(join(root, 'packages/contract/src/generated/values.ts'), 'utf8');
  expect(file).toBe(contractValues(contract));
});
