import { join } from 'node:path';
import pg from 'pg';
import { openConnection } from '../engine/sqlite/connection.js';

/** A database, named by the settings of a gateway. */
export interface NamedDatabase {
  readonly DATA_DIR?: string;
  readonly DATABASE_URL?: string;
}

/** Makes a database in use serve reads and reject every change, like a full disk, until the returned function is called. */
export async function refuseWrites({ DATA_DIR = '', DATABASE_URL }: NamedDatabase): Promise<() => Promise<void>> {
  return DATABASE_URL === undefined
    ? refuseOnSqlite(join(DATA_DIR, 'gateway.db'))
    : await refuseOnPostgres(DATABASE_URL);
}

function refuseOnSqlite(file: string): () => Promise<void> {
  const connection = openConnection(file);
  // Not the search index: SQLite allows no triggers on virtual tables.
  const tables = connection.query(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'`,
    [],
  );
  const triggers = tables.rows.flatMap(([table]) =>
    ['INSERT', 'UPDATE', 'DELETE'].map((change) => ({ name: `full_${String(table)}_${change}`, table, change })),
  );
  connection.script(
    triggers
      .map(
        ({ name, table, change }) =>
          `CREATE TRIGGER ${name} BEFORE ${change} ON ${String(table)} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END;`,
      )
      .join('\n'),
  );
  return async () => {
    connection.script(triggers.map(({ name }) => `DROP TRIGGER ${name};`).join('\n'));
    connection.close();
  };
}

async function refuseOnPostgres(url: string): Promise<() => Promise<void>> {
  await setReadOnly(url, 'on');
  return () => setReadOnly(url, 'off');
}

/** Ends the sessions, because a session keeps the setting that it started with. */
async function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query('SET default_transaction_read_only = off');
  await client.query(
    value === 'on'
      ? `ALTER DATABASE ${name} SET default_transaction_read_only = on`
      : `ALTER DATABASE ${name} RESET default_transaction_read_only`,
  );
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
}
