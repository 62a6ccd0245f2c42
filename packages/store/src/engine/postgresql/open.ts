import pg from 'pg';
import type { Migration } from '../../migrations/files.js';
import { migrate, requireMigrated, type MigrationSession } from '../../migrations/runner.js';
import type { SqlDatabase } from '../../sql/sql.js';
import { postgresError } from './errors.js';
import { postgresMigrationSession } from './migration-session.js';
import { createPool, parseTarget, type PostgresOptions, type Target } from './pool.js';
import { postgresSql } from './sql.js';

/** A migrated PostgreSQL database. */
export interface PostgresDatabase {
  sql: SqlDatabase;
  pool: pg.Pool;
  target: Target;
  close(): Promise<void>;
}

export async function openPostgres(
  url: string,
  {
    migrations,
    maintenance = false,
    ...options
  }: PostgresOptions & { migrations: readonly Migration[]; maintenance?: boolean },
): Promise<PostgresDatabase> {
  const target = parseTarget(url, options);
  await onMigrations(target, (session) => (maintenance ? requireMigrated : migrate)(session, migrations));
  const pool = createPool(target, options);
  return { sql: postgresSql(pool, target), pool, target, close: () => pool.end() };
}

/** Uses a separate connection, because a migration may take longer than the time limit of queries. */
async function onMigrations(
  { config, schema }: Target,
  work: (session: MigrationSession) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    await work(postgresMigrationSession(client, schema));
  } catch (error) {
    throw postgresError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
