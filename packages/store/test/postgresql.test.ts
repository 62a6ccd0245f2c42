import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/open.js';
import type { Sql } from '../src/sql/sql.js';
import { postgresError, spoilsConnection } from '../src/engine/postgresql/errors.js';
import { StorageUnavailable } from '../src/storage-error.js';
import { onServer } from '../src/testing/test-database.js';
import { freshDatabase, onPostgres } from './engines.js';

const lease = (name: string): [string, (string | Date)[]] => [
  'INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ?)',
  [name, 'me', new Date(0)],
];

/** How a server rejects a connection. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Resolves for all callers once `count` have called. */
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
  test('reports a connection that the server closed as retryable, and the next write works', async () => {
    const { sql } = await freshDatabase(engine);
    const unit = sql.write(async (tx) => {
      await tx.run(...lease('lost'));
      // Only connections of this database: other tests use the same server.
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

  // Each case sets a limit for one unit of work and then exceeds it.
  test.each([
    ['idle in a transaction (25P03)', `SET LOCAL idle_in_transaction_session_timeout = 50`, 'SELECT 1 AS one'],
    ['read-only after a failover (25006)', 'SET LOCAL transaction_read_only = on', lease('lost')[0]],
    ['a statement too long (57014)', 'SET LOCAL statement_timeout = 20', 'SELECT pg_sleep(1)'],
  ])('a session or transaction that the server ends, %s, is a retryable refusal', async (_how, limit, statement) => {
    const { sql } = await freshDatabase(engine);
    const unit = sql.write(async (tx) => {
      await tx.run(limit);
      await delay(300);
      await tx.all(statement, statement.includes('?') ? lease('lost')[1] : []);
    });
    await expect(unit).rejects.toBeInstanceOf(StorageUnavailable);
    await sql.write((tx) => tx.run(...lease('kept')));
    expect(await sql.all('SELECT name FROM lease')).toEqual([{ name: 'kept' }]);
  });

  test("treats the server's codes for ended sessions and exhausted resources as retryable", () => {
    const codes = ['08P01', '25006', '25P02', '25P03', '25P04', '53300', '53100', '57P01', '57P04', '57P05', '58000'];
    for (const code of codes) {
      const error = Object.assign(new Error('ended'), { code });
      expect([code, postgresError(error)]).toEqual([code, expect.any(StorageUnavailable)]);
    }
    for (const code of ['57P01', '25P03', '25P04'])
      expect([code, spoilsConnection(Object.assign(new Error('ended'), { code }))]).toEqual([code, true]);
  });

  test('names the pgbouncer flag when a pooler rejects the connection', async () => {
    const pooler = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(refusal('08P01', 'unsupported startup parameter: statement_timeout')));
    });
    await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void pooler.close());
    const { port } = pooler.address() as AddressInfo;
    const opened = openDatabase({ dataDir: '/tmp', url: `postgres://me@127.0.0.1:${port}/none` });
    await expect(opened).rejects.toThrow('add ?pgbouncer=true to DATABASE_URL');
  });

  test('reports an unreachable server as retryable', async () => {
    await expect(openDatabase({ dataDir: '/tmp', url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toBeInstanceOf(
      StorageUnavailable,
    );
  });

  test('reports a database without free connections as retryable and serves again later', async () => {
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

  test('retries a unit of work that lost a deadlock', async () => {
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

  test('uses prepared statements unless they are turned off', async () => {
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

  test('reads and units of work survive a cached plan that a migration made invalid', async () => {
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

  test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns'])(
    'reads times when the time zone of the server is %s',
    async (zone) => {
      const url = new URL((await engine.empty()).url ?? '');
      url.searchParams.set('options', `-c TimeZone=${zone}`);
      const { sql, close } = await openDatabase({ dataDir: '', url: url.href });
      try {
        const times = ['2026-03-04T05:06:07.089Z', '1969-12-31T23:59:59.000Z', '0044-03-15T00:00:00.000Z'];
        const rows = await sql.all(`SELECT value::timestamptz(3) AS at FROM jsonb_array_elements_text(?)`, [
          JSON.stringify(times),
        ]);
        expect(rows).toEqual(times.map((time) => ({ at: new Date(time) })));
        expect(await sql.all('SELECT current_setting(?) AS zone', ['TimeZone'])).toEqual([{ zone }]);
      } finally {
        await close();
      }
    },
  );
});
