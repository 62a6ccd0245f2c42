import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/open.js';
import { DatabaseInUse } from '../../src/storage-error.js';
import { acknowledged, startProcess } from './child-process.js';
import { database, folder, storedIds } from './fixture.js';

test('rejects a second process on one SQLite file and admits it after the first was killed', async () => {
  const dataDir = await folder();
  const first = startProcess(join(dataDir, 'gateway.db'), 'hold');
  await first.printed('open');

  await expect(openDatabase({ dataDir })).rejects.toThrow(DatabaseInUse);
  const second = startProcess(join(dataDir, 'gateway.db'), 'hold');
  await second.printed('DatabaseInUse Another process is using');
  await second.ended;

  await first.kill();
  const db = await database(dataDir);
  expect(await storedIds(db.sql)).toEqual([]);
});

test('rejects a second open of one SQLite file in one process and admits it after close', async () => {
  const dataDir = await folder();
  const first = await openDatabase({ dataDir });
  await expect(openDatabase({ dataDir })).rejects.toThrow(DatabaseInUse);
  await first.close();
  await database(dataDir);
});

test.skipIf(process.platform === 'win32')(
  'creates database files that only their owner can read, in a folder that others can read',
  async () => {
    const dataDir = await folder();
    const { sql } = await database(dataDir);
    await sql.run('INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ?)', ['a', 'me', new Date(0)]);
    const files = (await readdir(dataDir)).filter((name) => /^gateway\.db(?:-|$)/.test(name));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect([file, (await stat(join(dataDir, file))).mode & 0o077]).toEqual([file, 0]);
  },
);

test.each([40, 400])('everything acknowledged before a kill -9 after %i writes is there afterwards', async (writes) => {
  const dataDir = await folder();
  const writing = startProcess(join(dataDir, 'gateway.db'), 'write');
  await writing.printed('stored', writes);
  await writing.kill();

  const stored = new Set(await storedIds((await database(dataDir)).sql));
  expect(acknowledged(writing).filter((id) => !stored.has(id))).toEqual([]);
  expect(stored.size).toBeGreaterThanOrEqual(writes);
});

test('keeps acknowledged writes and stores no rejected write on a full disk', async () => {
  const dataDir = await folder();
  const writing = startProcess(join(dataDir, 'gateway.db'), 'write', { fileLimit: '3000' });
  await writing.ended;

  const refusals = writing.lines().filter((line) => line.startsWith('refused'));
  expect(refusals.length).toBe(80);
  expect(new Set(refusals)).toEqual(new Set(['refused StorageUnavailable']));
  expect(acknowledged(writing).length).toBeGreaterThan(50);
  expect((await storedIds((await database(dataDir)).sql)).sort()).toEqual(acknowledged(writing).sort());
});
