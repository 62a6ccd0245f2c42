#!/usr/bin/env node
// Writes the migrations from prisma/migrations to prisma/schema.prisma, for both engines.
//   migrations.mjs --name add_colour   writes them
//   migrations.mjs --check             writes nothing; exit 1 when schema and migrations differ
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { difference } from './schema-engine.mjs';
import { engines, root, schemaOf } from './schema.mjs';

const { values } = parseArgs({ options: { name: { type: 'string' }, check: { type: 'boolean', default: false } } });
if (!values.check && !/^[a-z0-9_]+$/.test(values.name ?? '')) {
  console.error('Use --name add_something (lower case, digits and underscores) or --check.');
  process.exit(2);
}

const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
let differs = false;
for (const engine of engines) {
  const folder = join(root, 'prisma/migrations', engine);
  const sql = await difference(engine, await migrationsIn(folder), await schemaOf(engine));
  if (!sql) continue;
  differs = true;
  if (values.check) {
    console.error(
      `${engine}: the schema is ahead of the migrations; run \`npm run migrations -- --name <what_changes>\`:\n${sql}`,
    );
    continue;
  }
  const target = join(folder, `${timestamp}_${values.name}`);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'migration.sql'), sql);
  await writeFile(join(folder, 'migration_lock.toml'), `# Read by Prisma\nprovider = "${engine}"\n`);
  console.log(`wrote ${join(target, 'migration.sql')}: read it before you commit it`);
}
if (!differs) console.log('schema and migrations agree');
process.exit(values.check && differs ? 1 : 0);

async function migrationsIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
}
