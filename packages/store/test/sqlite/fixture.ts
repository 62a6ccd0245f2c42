import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readMigrations } from '../../src/migrations/files.js';
import { openDatabase, type Database } from '../../src/open.js';
import { insertInto } from '../../src/sql/insert.js';
import { openSqlite, type SqliteFile } from '../../src/engine/sqlite/open.js';

export const now = new Date('2026-03-04T05:06:07.089Z');

/** A folder that is deleted after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'gateway-store-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A new embedded database that is closed after the test. */
export async function database(dataDir?: string): Promise<Database> {
  const db = await openDatabase({ dataDir: dataDir ?? (await folder()) });
  onTestFinished(() => db.close());
  return db;
}

/** An open SQLite file, for tests that use its connections. */
export async function file(): Promise<SqliteFile> {
  const path = join(await folder(), 'gateway.db');
  const opened = await openSqlite(path, { migrations: await readMigrations('sqlite') });
  onTestFinished(() => opened.close());
  return opened;
}

export function message(id: string = randomUUID(), text = 'hello') {
  return insertInto('message', {
    organizationId: 'default',
    id,
    channelId: 'c1',
    direction: 'inbound',
    text,
    platform: 'any',
    createdAt: now,
  });
}

export async function storedIds(sql: Database['sql']): Promise<string[]> {
  return (await sql.all<{ id: string }>('SELECT id FROM message ORDER BY seq')).map(({ id }) => id);
}
