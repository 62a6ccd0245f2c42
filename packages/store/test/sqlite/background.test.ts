import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createBackgroundReader } from '../../src/engine/sqlite/background.js';
import type { Database } from '../../src/open.js';
import { StorageUnavailable } from '../../src/storage-error.js';
import { database, folder, message, now } from './fixture.js';

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

test('rejects the read whose thread crashes, and serves the next one on a new thread', async () => {
  const opened = await folder();
  const crashing = new URL('crashing-reader.mjs', import.meta.url);
  const reader = createBackgroundReader(join(opened, 'gateway.db'), crashing);
  onTestFinished(() => reader.close());
  const crash = reader.query('crash', []);
  const next = reader.query('SELECT 1', []);
  await expect(crash).rejects.toThrow(StorageUnavailable);
  expect(await next).toMatchObject({ rows: [[1]] });
});

test('rejects a read of more than 10,000 rows', async () => {
  const db = await database();
  const rows = (count: number) =>
    db.sql.background.all(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n`,
    );
  await expect(rows(10_001)).rejects.toThrow('more than 10000 rows');
  expect(await rows(10_000)).toHaveLength(10_000);
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
