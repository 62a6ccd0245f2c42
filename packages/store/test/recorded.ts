import type { OnPrismaQuery } from '../src/engine/prisma.js';
import { openDatabase, type Database, type OpenOptions } from '../src/open.js';
import type { Sql, SqlValue } from '../src/sql/sql.js';

export type Statement = [text: string, params: readonly SqlValue[] | undefined];

/** Opens a database and records every statement that goes through it, those of the Prisma client included. */
export async function recorded(options: OpenOptions): Promise<{ database: Database; statements: Statement[] }> {
  const statements: Statement[] = [];
  const onPrismaQuery: OnPrismaQuery = (text, params) => {
    // With SQLite the client reports the start and end of a transaction as comments.
    if (!/^(?:begin|commit|rollback|--)/i.test(text)) statements.push([text, params as SqlValue[]]);
  };
  const database = await openDatabase({ ...options, onPrismaQuery });
  const recording = (sql: Sql): Sql => ({
    all: (...statement) => (statements.push([statement[0], statement[1]]), sql.all(...statement)),
    first: (...statement) => (statements.push([statement[0], statement[1]]), sql.first(...statement)),
    run: (...statement) => (statements.push([statement[0], statement[1]]), sql.run(...statement)),
  });
  const write: Database['sql']['write'] = (work) => database.sql.write((tx) => work(recording(tx)));
  const background: Database['sql']['background'] = {
    all: (...statement) => (statements.push([statement[0], statement[1]]), database.sql.background.all(...statement)),
  };
  return { database: { ...database, sql: { ...recording(database.sql), write, background } }, statements };
}
