import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../src/open.js';
import { StorageUnavailable } from '../../src/storage-error.js';
import { database, message, now } from './fixture.js';

/** A read of at least a tenth of a second. */
const long = (db: Database, name: string, order: string[], signal?: AbortSignal) =>
  db.sql.background
    .all<{ n: number }>(
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) AS n FROM n',
      [],
      signal,
    )
    .then((rows) => {
      order.push(name);
      return rows;
    });

test('serves other reads and writes while a long read runs', async () => {
  const db = await database();
  const order: string[] = [];
  const reading = long(db, 'long', order);
  await nextTurn();
  await db.sql.run(...message('m1'));
  expect(await db.sql.all('SELECT id FROM message')).toEqual([{ id: 'm1' }]);
  order.push('short');
  expect(await reading).toEqual([{ n: 1_000_000 }]);
  expect(order).toEqual(['short', 'long']);
});

test('does not execute a waiting read whose reader has gone', async () => {
  const db = await database();
  const order: string[] = [];
  const gone = new AbortController();
  const first = long(db, 'first', order);
  const abandoned = long(db, 'abandoned', order, gone.signal);
  const last = long(db, 'last', order);
  gone.abort();
  expect(await abandoned).toEqual([]);
  expect(await long(db, 'late', order, gone.signal)).toEqual([]);
  await Promise.all([first, last]);
  expect(order).toEqual(['abandoned', 'late', 'first', 'last']);
});

test('rejects a long read when a hundred others wait', async () => {
  const db = await database();
  const reads = Array.from({ length: 101 }, () => db.sql.background.all('SELECT 1 AS one'));
  await expect(db.sql.background.all('SELECT 1 AS one')).rejects.toThrow(StorageUnavailable);
  expect(await Promise.all(reads)).toHaveLength(101);
  expect(await db.sql.background.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('rejects the read whose thread runs out of memory, and serves the next one', { timeout: 60_000 }, async () => {
  const db = await database();
  const tooLarge = db.sql.background.all(
    'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT i, i + 0.5 FROM n',
  );
  const next = db.sql.background.all('SELECT 1 AS one');
  await expect(tooLarge).rejects.toThrow('The thread that reads the database has');
  expect(await next).toEqual([{ one: 1 }]);
});

test('rejects waiting reads when the database is closed', async () => {
  const db = await database();
  const reads = [long(db, 'running', []), long(db, 'waiting', [])];
  const closed = db.close();
  expect((await Promise.allSettled(reads)).map(({ status }) => status)).toContain('rejected');
  await closed;
  await expect(db.sql.background.all('SELECT 1')).rejects.toThrow(StorageUnavailable);
});

test('cannot write in the background and reports the error of an invalid statement', async () => {
  const db = await database();
  await expect(db.sql.background.all(...message('m1'))).rejects.toThrow(/readonly/);
  await expect(db.sql.background.all('SELECT FROM')).rejects.toThrow(/syntax error/);
  await db.sql.run(...message('m2'));
  expect(await db.sql.background.all('SELECT id, created_at FROM message WHERE created_at = ?', [now])).toEqual([
    { id: 'm2', createdAt: now },
  ]);
});
