import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TEMPLATE_FOLDER } from '../src/testing/template-file.js';
import { dropTestDatabases } from '../src/testing/test-database.js';

/** Runs before all tests; their processes inherit the variable. */
export async function setup(): Promise<void> {
  process.env[TEMPLATE_FOLDER] = await mkdtemp(path.join(tmpdir(), 'gateway-templates-'));
}

/** Runs after all tests, whether they passed or not. */
export async function teardown(): Promise<void> {
  await rm(process.env[TEMPLATE_FOLDER] ?? '', { recursive: true, force: true });
  // Without a server there is nothing to drop.
  await dropTestDatabases().catch(() => {});
}
