import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { migrationsFolder, readMigrations } from '../migrations/files.js';
import { openDatabase } from '../open.js';

export { countStatements, type StatementCounter } from './count-statements.js';
export { refuseWrites } from './refuse-writes.js';
export { runStatements } from './run-statements.js';
export { copyTemplate } from './template-file.js';

/** A PostgreSQL database that no other test uses until `release`. */
export interface TestDatabase {
  readonly url: string;
  release(): Promise<void>;
}

/** The PostgreSQL server for tests, with a user who may create databases. */
export const testServer = process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** The schema with the rows that a database has before its first test. */
const baseline = 'baseline';
/** A larger table is truncated. For the few rows that tests usually leave, deleting them is faster. */
const largeBytes = 1 << 20;

/**
 * Acquires an empty, migrated PostgreSQL database for one test. Databases are reused: an advisory lock marks those in
 * use, across processes, and a database whose tables a test has changed is created again. Measured on two cores: 45 ms
 * to acquire and release one, 90 to 370 ms to clone one from a template and drop it, 1 to 2 s to create and migrate one.
 */
export async function acquireTestDatabase(): Promise<TestDatabase> {
  const family = await familyName();
  const holder = await connected(testServer);
  // The lock ends with the connection, also when the process is killed.
  const release = () => holder.end();
  try {
    const name = await take(holder, family);
    const url = addressOf(name);
    const known = await holder.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (known.rowCount === 1) {
      await holder.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      // A test that was killed may have left this setting (refuse-writes.ts).
      await holder.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
      if (await withClient(url, restore)) return { url, release };
      await holder.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
    await holder.query(`CREATE DATABASE ${name}`);
    // Commits of a test need not survive a power failure.
    await holder.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
    await prepare(url);
    return { url, release };
  } catch (error) {
    await holder.end().catch(() => {});
    throw error;
  }
}

/** Whether a test server is available. In CI, where the tests must be complete, it throws when there is none. */
export async function isPostgresAvailable(): Promise<boolean> {
  try {
    await withClient(testServer, (client) => client.query('SELECT 1'));
    return true;
  } catch (error) {
    const sentence = 'No PostgreSQL at TEST_POSTGRES_URL or 127.0.0.1:5432: its half of these tests did not run.';
    if (process.env['CI']) throw new Error(sentence, { cause: error });
    // oxlint-disable-next-line no-console -- shown to the person who runs the tests
    console.warn(`\n!!! ${sentence}\n`);
    return false;
  }
}

/** Creates a database without tables. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `gateway_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  return { url: addressOf(name), drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Runs a statement in the server's default database. */
export async function onServer(statement: string): Promise<void> {
  await withClient(testServer, (client) => client.query(statement));
}

/** Drops every test database that is not in use. */
export async function dropTestDatabases(): Promise<void> {
  const family = await familyName();
  await withClient(testServer, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname LIKE $1', [
      `${family}\\_%`,
    ]);
    for (const { datname } of rows) {
      if (await locked(client, datname)) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    }
  });
}

/** The prefix of the names. It depends on the migrations, so checkouts with different ones do not share databases. */
async function familyName(): Promise<string> {
  const migrations = await readMigrations('postgresql', migrationsFolder);
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex');
  return `gateway_test_${digest.slice(0, 12)}`;
}

async function take(client: pg.Client, family: string): Promise<string> {
  for (let number = 1; ; number += 1) if (await locked(client, `${family}_${number}`)) return `${family}_${number}`;
}

async function locked(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS taken', [name]);
  return rows[0]?.taken === true;
}

/** Migrates, and stores the rows that the migrations inserted as the baseline. */
async function prepare(url: string): Promise<void> {
  await (await openDatabase({ dataDir: tmpdir(), url })).close();
  await withClient(url, async (client) => {
    await client.query(`CREATE SCHEMA ${baseline}`);
    for (const { table } of await tables(client))
      await client.query(`CREATE TABLE ${baseline}.${table} AS SELECT * FROM public.${table}`);
  });
}

/** Resets the tables to the baseline. False: their columns differ, or the process that created the database was killed too early. */
async function restore(client: pg.Client): Promise<boolean> {
  const noted = await columns(client, baseline);
  if (noted.length === 0 || String(noted) !== String(await columns(client, 'public'))) return false;
  const all = await tables(client);
  const large = all.filter(({ bytes }) => Number(bytes) > largeBytes).map(({ table }) => `public.${table}`);
  await client.query(
    [
      'BEGIN',
      ...(large.length > 0 ? [`TRUNCATE ${large.join(', ')} CASCADE`] : []),
      ...all.map(({ table }) => `DELETE FROM public.${table}`),
      ...all.map(({ table }) => `INSERT INTO public.${table} SELECT * FROM ${baseline}.${table}`),
      `SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`,
      'COMMIT',
    ].join(';'),
  );
  return true;
}

/** As `table.column`. */
async function columns(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ named: string }>(
    `SELECT relname || '.' || attname AS named FROM pg_attribute
     JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND nspname = $1 AND attnum > 0 AND NOT attisdropped ORDER BY 1`,
    [schema],
  );
  return rows.map(({ named }) => named);
}

async function tables(client: pg.Client): Promise<{ table: string; bytes: string }[]> {
  const { rows } = await client.query<{ table: string; bytes: string }>(
    `SELECT quote_ident(relname) AS table, pg_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return rows;
}

function addressOf(name: string): string {
  const url = new URL(testServer);
  url.pathname = `/${name}`;
  return url.href;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  return client;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connected(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
