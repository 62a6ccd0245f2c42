import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrationsFolder } from '../../src/migrations/files.js';
import { openDatabase, type OpenOptions } from '../../src/open.js';
import { MigrationRefused } from '../../src/storage-error.js';
import { onEveryEngine, onPostgres } from '../engines.js';

const init = '20260101000000_init';

/** A copy of the migrations that the test may change. */
async function ownMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  return folder;
}

async function opened<T>(
  options: OpenOptions,
  look: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(options);
  try {
    return await look(db);
  } finally {
    await db.close();
  }
}

const names = (options: OpenOptions) =>
  opened(options, async ({ sql }) =>
    (await sql.all<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations ORDER BY name')).map(
      ({ name }) => name,
    ),
  );

onEveryEngine((engine) => {
  async function addMigration(folder: string, name: string, sql: string): Promise<void> {
    await mkdir(join(folder, engine.name, name), { recursive: true });
    await writeFile(join(folder, engine.name, name, 'migration.sql'), sql);
  }

  test('migrates an empty database once and inserts the default organization', async () => {
    const options = await engine.bare();
    expect(await names(options)).toContain(init);
    expect(new Set(await names(options)).size).toBe((await names(options)).length);
    const rows = await opened(options, ({ sql }) => sql.all('SELECT id, prompt_seq FROM organization'));
    expect(rows).toEqual([{ id: 'default', promptSeq: 0 }]);
  });

  test('applies a later migration to a database with data', async () => {
    const options = { ...(await engine.bare()), migrations: await ownMigrations() };
    await names(options);
    await addMigration(options.migrations, '99990101000000_more', 'ALTER TABLE lease ADD COLUMN note TEXT;');
    expect(await names(options)).toContain('99990101000000_more');
    expect(await opened(options, ({ sql }) => sql.all('SELECT note FROM lease'))).toEqual([]);
  });

  test('rolls back a migration that fails half-way and names it', async () => {
    const options = { ...(await engine.bare()), migrations: await ownMigrations() };
    await names(options);
    await addMigration(
      options.migrations,
      '99990101000000_bad',
      'CREATE TABLE half (id TEXT); CREATE TABEL other (id TEXT);',
    );
    const failing = openDatabase(options);
    await expect(failing).rejects.toThrow(MigrationRefused);
    await expect(failing).rejects.toThrow(/99990101000000_bad failed and nothing was changed/);
    await rm(join(options.migrations, engine.name, '99990101000000_bad'), { recursive: true });
    await opened(options, ({ sql }) => expect(sql.all('SELECT * FROM half')).rejects.toThrow());
  });

  test('rejects a migration that was edited after it was applied, and names the fix', async () => {
    const options = { ...(await engine.bare()), migrations: await ownMigrations() };
    await names(options);
    await appendFile(join(options.migrations, engine.name, init, 'migration.sql'), '-- a thought\n');
    await expect(openDatabase(options)).rejects.toThrow(/init was edited after .*restore the file/);
  });

  test('accepts migrations with Windows line endings', async () => {
    const options = { ...(await engine.bare()), migrations: await ownMigrations() };
    await addMigration(options.migrations, '99990101000000_more', 'CREATE TABLE a (id TEXT);\n-- end\n');
    await names(options);
    await addMigration(options.migrations, '99990101000000_more', 'CREATE TABLE a (id TEXT);\r\n-- end\r\n');
    expect(await names(options)).toContain('99990101000000_more');
  });

  test('rejects a database that a newer build migrated, and names the fix', async () => {
    const options = await engine.bare();
    const newer = await ownMigrations();
    await addMigration(newer, '99990101000000_more', 'CREATE TABLE later (id TEXT);');
    await names({ ...options, migrations: newer });
    await expect(openDatabase(options)).rejects.toThrow(MigrationRefused);
    await expect(openDatabase(options)).rejects.toThrow(/newer build .*99990101000000_more.*start that build/);
  });
});

onPostgres((engine) => {
  test('migrates once when processes start at the same time', async () => {
    const options = await engine.bare();
    const all = await Promise.all(Array.from({ length: 4 }, () => names(options)));
    expect(new Set(all.map(String)).size).toBe(1);
  });

  test('supports `?schema=` and `?pgbouncer=true` in the url', async () => {
    const options = await engine.bare();
    const url = `${options.url}?schema=apart&pgbouncer=true`;
    const { rows, found } = await opened({ ...options, url }, async ({ sql, prisma }) => ({
      rows: await sql.all('SELECT schemaname FROM pg_tables WHERE tablename = ?', ['organization']),
      found: await (await prisma()).organization.count(),
    }));
    expect(rows).toEqual([{ schemaname: 'apart' }]);
    expect(found).toBe(1);
  });
});
