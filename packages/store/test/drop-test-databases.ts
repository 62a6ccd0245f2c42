import { dropTestDatabases } from '../src/testing/test-database.js';

/** Runs after all tests, whether they passed or not. */
export async function teardown(): Promise<void> {
  // Without a server there is nothing to drop.
  await dropTestDatabases().catch(() => {});
}
