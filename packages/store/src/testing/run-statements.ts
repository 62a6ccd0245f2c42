import { join } from 'node:path';
import pg from 'pg';
import { openConnection } from '../engine/sqlite/connection.js';
import type { NamedDatabase } from './refuse-writes.js';

/** Runs statements without parameters on a database, on a connection that does not belong to the gateway. */
export async function runStatements({ DATA_DIR = '', DATABASE_URL }: NamedDatabase, statements: string): Promise<void> {
  if (DATABASE_URL === undefined) {
    const connection = openConnection(join(DATA_DIR, 'gateway.db'));
    connection.script(statements);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(statements);
  await client.end();
}
