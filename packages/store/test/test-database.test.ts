import pg from 'pg';
import { expect, test } from 'vitest';
import { acquireTestDatabase, onServer } from '../src/testing/test-database.js';
import { onPostgres } from './engines.js';

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

onPostgres(() => {
  test.each([
    ['was used', () => 'UPDATE organization SET prompt_seq = 7'],
    ['has other tables now', () => 'ALTER TABLE prompt RENAME TO lost'],
    ['lost all of them', () => 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA baseline CASCADE'],
  ])('acquires a clean database after one %s', async (_, change) => {
    const { url, release } = await acquireTestDatabase();
    await ask(url, change());
    await release();
    // This may be another database, because a concurrent test may have acquired the first one.
    const again = await acquireTestDatabase();
    expect(await ask(again.url, 'SELECT id, prompt_seq::int AS seq FROM organization')).toEqual([
      { id: 'default', seq: 0 },
    ]);
    expect(await ask(again.url, 'SELECT count(*)::int AS count FROM prompt')).toEqual([{ count: 0 }]);
    await again.release();
  });

  test('creates a database again whose creation was not finished', async () => {
    const { url, release } = await acquireTestDatabase();
    const name = new URL(url).pathname.slice(1);
    await onServer(`DROP DATABASE ${name}`);
    await onServer(`CREATE DATABASE ${name}`);
    await release();
    const again = await acquireTestDatabase();
    expect(await ask(again.url, 'SELECT count(*)::int AS count FROM prompt')).toEqual([{ count: 0 }]);
    await again.release();
  });
});
