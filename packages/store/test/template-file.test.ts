import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrationsFolder } from '../src/migrations/files.js';
import { openDatabase, type OpenOptions } from '../src/open.js';
import { copyTemplate, templateIn } from '../src/testing/template-file.js';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'template-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function schemaOf(options: OpenOptions): Promise<unknown[]> {
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  return await database.sql.all('SELECT name, sql FROM sqlite_master ORDER BY name');
}

test('a copied template has the tables of a migrated database, and only its owner can read it', async () => {
  const [copied, migrated] = [await newFolder(), await newFolder()];
  await copyTemplate(copied);
  expect(await readdir(copied)).toEqual(['gateway.db']);
  const { mode, size } = await stat(path.join(copied, 'gateway.db'));
  expect(mode & 0o777).toBe(0o600);
  expect(size).toBeGreaterThan(100_000);
  expect(await schemaOf({ dataDir: copied })).toEqual(await schemaOf({ dataDir: migrated }));
});

test('a template is made once, also by several processes at once, and again when a migration is added or edited', async () => {
  const [folder, migrations] = [await newFolder(), await newFolder()];
  await cp(migrationsFolder, migrations, { recursive: true });
  const [first, second] = await Promise.all([templateIn(folder, migrations), templateIn(folder, migrations)]);
  expect(second).toBe(first);
  const { mtimeMs } = await stat(first);
  expect(await templateIn(folder, migrations)).toBe(first);
  expect((await stat(first)).mtimeMs).toBe(mtimeMs);

  const added = path.join(migrations, 'sqlite/99990101000000_added');
  await mkdir(added);
  await writeFile(path.join(added, 'migration.sql'), 'CREATE TABLE added (id TEXT);');
  const withTable = await templateIn(folder, migrations);
  expect(withTable).not.toBe(first);
  expect(await schemaOf({ dataDir: folder, url: `file:${withTable}`, migrations })).toContainEqual(
    expect.objectContaining({ name: 'added' }),
  );

  await writeFile(path.join(added, 'migration.sql'), 'CREATE TABLE edited (id TEXT);');
  expect(
    await schemaOf({ dataDir: folder, url: `file:${await templateIn(folder, migrations)}`, migrations }),
  ).toContainEqual(expect.objectContaining({ name: 'edited' }));
});
