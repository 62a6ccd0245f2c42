import pg from 'pg';
import { expect, test } from 'vitest';
import { lendDatabase, onServer } from '../src/testing/test-database.js';
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
    ['lost all of them', () => 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA untouched CASCADE'],
  ])('a database that %s is lent as if nobody had ever had it', async (_, change) => {
    const { url, giveBack } = await lendDatabase();
    await ask(url, change());
    await giveBack();
    // Perhaps another one: whoever runs beside this test may have taken it meanwhile.
    const again = await lendDatabase();
    expect(await ask(again.url, 'SELECT id, prompt_seq::int AS seq FROM organization')).toEqual([
      { id: 'default', seq: 0 },
    ]);
    expect(await ask(again.url, 'SELECT count(*)::int AS count FROM prompt')).toEqual([{ count: 0 }]);
    await again.giveBack();
  });

  test('one that was made and not finished is made anew', async () => {
    const { url, giveBack } = await lendDatabase();
    const name = new URL(url).pathname.slice(1);
    await onServer(`DROP DATABASE ${name}`);
    await onServer(`CREATE DATABASE ${name}`);
    await giveBack();
    const again = await lendDatabase();
    expect(await ask(again.url, 'SELECT count(*)::int AS count FROM prompt')).toEqual([{ count: 0 }]);
    await again.giveBack();
  });
});
