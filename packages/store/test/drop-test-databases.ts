import { dropTestDatabases } from '../src/testing/test-database.js';

/** When all tests are over, whether they passed or not. */
export async function teardown(): Promise<void> {
  // Without a server there is nothing to drop, and whoever needed one has said so.
  await dropTestDatabases().catch(() => {});
}
