import { randomUUID } from 'node:crypto';
import type { SqlValue } from '../sql/sql.js';
import { MigrationRefused } from '../storage-error.js';
import type { Migration } from './files.js';
import { historyTable } from './history-table.js';

/** What the runner requires of a database. */
export interface MigrationSession {
  engine: keyof typeof historyTable;
  /** Runs `work` in one transaction that excludes every other migrating process. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  script(statements: string): Promise<void>;
  query(statement: string): Promise<readonly unknown[][]>;
  run(statement: string, params: readonly SqlValue[]): Promise<void>;
}

/**
 * Applies missing migrations, all or none, and records them in Prisma's own table, so that Prisma's tools agree.
 * Returns the names of the applied migrations. Rejects with MigrationRefused when the recorded history does not match.
 */
export async function migrate(session: MigrationSession, migrations: readonly Migration[]): Promise<string[]> {
  return session.exclusively(async () => {
    await session.script(historyTable[session.engine]);
    const applied = await history(session);
    compare(applied, migrations);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await apply(session, migration);
    return missing.map(({ name }) => name);
  });
}

/**
 * The first migration that a database with tables lacks; null: it lacks none, or it is new. Changes nothing. Rejects with
 * MigrationRefused when the recorded history does not match.
 */
export async function firstMissing(
  session: MigrationSession,
  migrations: readonly Migration[],
): Promise<string | null> {
  return session.exclusively(async () => {
    await session.script(historyTable[session.engine]);
    const applied = await history(session);
    compare(applied, migrations);
    return applied.size === 0 ? null : (migrations.find(({ name }) => !applied.has(name))?.name ?? null);
  });
}

/** Rejects with MigrationRefused when the database lacks a migration or has an unknown one. Changes nothing. */
export async function requireMigrated(session: MigrationSession, migrations: readonly Migration[]): Promise<void> {
  await session.exclusively(async () => {
    await session.script(historyTable[session.engine]);
    const applied = await history(session);
    compare(applied, migrations);
    const missing = migrations.find(({ name }) => !applied.has(name));
    if (missing)
      throw new MigrationRefused(
        `The database lacks ${missing.name}: start the gateway of this build once, which brings it up to date.`,
      );
  });
}

interface Applied {
  checksum: string;
  finished: boolean;
}

async function history(session: MigrationSession): Promise<Map<string, Applied>> {
  const rows = await session.query(
    'SELECT migration_name, checksum, finished_at IS NOT NULL FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Map(
    rows.map(([name, checksum, finished]) => [
      String(name),
      { checksum: String(checksum), finished: Boolean(finished) },
    ]),
  );
}

function compare(applied: ReadonlyMap<string, Applied>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [name, { checksum, finished }] of applied) {
    const migration = known.get(name);
    if (!migration) {
      throw new MigrationRefused(
        `The database was migrated by a newer build (it has ${name}): start that build or a newer one, or restore the backup made before.`,
      );
    }
    if (!finished) {
      throw new MigrationRefused(
        `Migration ${name} was begun by another tool and did not end: repair the database and run \`prisma migrate resolve\`.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${name} was edited after the database had applied it: restore the file and put the change into a new migration.`,
      );
    }
  }
}

async function apply(session: MigrationSession, { name, sql, checksum }: Migration): Promise<void> {
  const startedAt = new Date();
  try {
    await session.script(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationRefused(`Migration ${name} failed and nothing was changed: ${reason}.`, { cause: error });
  }
  await session.run(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES (?, ?, ?, ?, ?, 1)`,
    [randomUUID(), checksum, new Date(), name, startedAt],
  );
}
