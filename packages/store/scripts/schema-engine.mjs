// Runs Prisma's WASM schema engine on in-memory databases: it does what `prisma migrate diff` does, without a download.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { shadowSqlite } from './shadow-sqlite.mjs';

const { resolve } = createRequire(import.meta.url);
const folder = dirname(resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
const { instance } = await WebAssembly.instantiate(await readFile(join(folder, 'schema_engine_bg.wasm')), {
  './schema_engine_bg.js': bindings,
});
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

/** Tables of the search index, which the schema does not describe: a virtual table keeps its data in tables of its own. */
const externalTables = {
  postgresql: [],
  sqlite: [
    'search_organization',
    ...['message_search', 'prompt_search'].flatMap((name) =>
      ['', '_config', '_data', '_idx'].map((part) => name + part),
    ),
  ],
};

/**
 * Returns the SQL that migrates from a migrations folder to a schema; empty when they agree.
 * @param {'sqlite' | 'postgresql'} engine
 * @param {{ name: string, sql: string }[]} migrations in order
 * @param {string} schema text of the schema
 */
export async function difference(engine, migrations, schema) {
  const adapter = bindMigrationAwareSqlAdapterFactory(engine === 'sqlite' ? shadowSqlite() : await shadowPostgres());
  const schemaEngine = await bindings.SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, adapter);
  const { exitCode, stdout } = await schemaEngine.diff({
    from: {
      tag: 'migrations',
      baseDir: 'migrations',
      lockfile: { path: 'migration_lock.toml', content: `provider = "${engine}"\n` },
      shadowDbInitScript: '',
      migrationDirectories: migrations.map(({ name, sql }) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
      })),
    },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: true,
    filters: { externalTables: externalTables[engine], externalEnums: [] },
  });
  schemaEngine.free();
  return exitCode === 2 ? stdout : '';
}

/** Each connection gets a new database, because the engine expects an empty shadow database. */
async function shadowPostgres() {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PrismaPGlite } = await import('pglite-prisma-adapter');
  return new PrismaPGlite(new PGlite());
}
