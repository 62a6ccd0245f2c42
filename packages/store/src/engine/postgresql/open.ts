import pg from 'pg';
import type { Migration } from '../../migrations/files.js';
import { migrate, requireMigrated, type MigrationSession } from '../../migrations/runner.js';
import type { SqlDatabase } from '../../sql/sql.js';
import { postgresError } from './errors.js';
import { postgresMigrationSession } from './migration-session.js';
import { ensureSearchIndex } from './search-index.js';
import { createPool, parseTarget, type PostgresOptions, type Target } from './pool.js';
import { postgresSql } from './sql.js';

/** A migrated PostgreSQL database. */
export interface PostgresDatabase {
  sql: SqlDatabase;
  pool: pg.Pool;
  target: Target;
  /** Why the search index is missing; null: it exists. */
  searchIndexProblem: string | null;
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
  const searchIndexProblem = await onMigrations(target, async (session, client) => {
    await (maintenance ? requireMigrated : migrate)(session, migrations);
    return maintenance ? null : session.exclusively(() => ensureSearchIndex(client));
  });
  const pool = createPool(target, options);
  return { sql: postgresSql(pool, target), pool, target, searchIndexProblem, close: () => pool.end() };
}

/** Uses a separate connection, because a migration may take longer than the time limit of queries. */
async function onMigrations<T>(
  { config, schema }: Target,
  work: (session: MigrationSession, client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(postgresMigrationSession(client, schema), client);
  } catch (error) {
    throw postgresError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
