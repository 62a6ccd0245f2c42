import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/open.js';
import type { Sql } from '../src/sql.js';
import { StorageUnavailable } from '../src/storage-error.js';
import { onServer } from '../src/testing/lent-database.js';
import { freshDatabase, onPostgres } from './engines.js';

const lease = (name: string): [string, (string | Date)[]] => [
  'INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ?)',
  [name, 'me', new Date(0)],
];

/** Resolves for everybody once `count` have arrived. */
function meeting(count: number): () => Promise<void> {
  let arrive: () => void;
  const all = new Promise<void>((resolve) => (arrive = resolve));
  return () => {
    count -= 1;
    if (count <= 0) arrive();
    return all;
  };
}

onPostgres((engine) => {
  test('a connection that the server ends is a retryable refusal, and the next write works', async () => {
    const { sql } = await freshDatabase(engine);
    const unit = sql.write(async (tx) => {
      await tx.run(...lease('lost'));
      // Of this database alone: other tests are at work on the same server.
      await sql.all(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = ?',
        ['idle in transaction'],
      );
      await tx.run(...lease('lost too'));
    });
    await expect(unit).rejects.toBeInstanceOf(StorageUnavailable);
    await sql.write((tx) => tx.run(...lease('kept')));
    expect(await sql.all('SELECT name FROM lease')).toEqual([{ name: 'kept' }]);
  });

  test('a server that cannot be reached is a retryable refusal', async () => {
    await expect(openDatabase({ dataDir: '/tmp', url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toBeInstanceOf(
      StorageUnavailable,
    );
  });

  test('a database that takes no connections for a while is a retryable refusal, and then serves again', async () => {
    const options = await engine.bare();
    const db = await openDatabase({ ...options, poolSize: 2 });
    onTestFinished(() => db.close());
    const name = new URL(options.url ?? '').pathname.slice(1);
    const allow = (allowed: boolean) => onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
    await allow(false);
    await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    await expect(db.sql.all('SELECT 1')).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(db.sql.write((tx) => tx.run(...lease('a')))).rejects.toBeInstanceOf(StorageUnavailable);
    await allow(true);
    await db.sql.run(...lease('b'));
    expect(await db.sql.all('SELECT name FROM lease')).toEqual([{ name: 'b' }]);
  });

  test('a unit of work that loses a deadlock is run again', async () => {
    const { sql } = await freshDatabase(engine);
    await sql.run(...lease('a'));
    await sql.run(...lease('b'));
    const met = meeting(2);
    const take = (tx: Sql, name: string) => tx.run('UPDATE lease SET holder = holder || ? WHERE name = ?', ['!', name]);
    let runs = 0;
    const crossing = (first: string, second: string) =>
      sql.write(async (tx) => {
        runs += 1;
        await take(tx, first);
        await met();
        await take(tx, second);
      });
    await Promise.all([crossing('a', 'b'), crossing('b', 'a')]);
    expect(runs).toBeGreaterThan(2);
    expect(await sql.all('SELECT holder FROM lease')).toEqual([{ holder: 'me!!' }, { holder: 'me!!' }]);
  });

  test('prepared statements can be turned off, and are on otherwise', async () => {
    const prepared = async (options: { preparedStatements?: boolean }) => {
      const db = await openDatabase({ ...(await engine.empty()), ...options, poolSize: 1 });
      try {
        await db.sql.all('SELECT ? + 1 AS two', [1]);
        return await db.sql.all("SELECT 1 AS one FROM pg_prepared_statements WHERE statement LIKE '%AS two'");
      } finally {
        await db.close();
      }
    };
    expect(await prepared({})).toHaveLength(1);
    expect(await prepared({ preparedStatements: false })).toHaveLength(0);
  });

  test('a plan that another build outdated by a migration fails neither a read nor a unit of work', async () => {
    const db = await openDatabase({ ...(await engine.empty()), poolSize: 1 });
    try {
      const { sql } = db;
      const inUnit = () => sql.write((tx) => tx.all('SELECT * FROM lease'));
      const read = () => sql.all('SELECT * FROM lease');
      await sql.run(...lease('a'));
      await inUnit();
      await sql.run('ALTER TABLE lease ADD COLUMN one TEXT');
      expect(await inUnit()).toEqual([expect.objectContaining({ one: null })]);
      await sql.run('ALTER TABLE lease ADD COLUMN two TEXT');
      expect(await read()).toEqual([expect.objectContaining({ one: null, two: null })]);
    } finally {
      await db.close();
    }
  });
});
