import type { Database } from '../src/open.js';
import type { Sql, SqlValue } from '../src/sql/sql.js';

export type Statement = [text: string, params: readonly SqlValue[] | undefined];

/** The database, and every statement that goes through it. */
export function recorded(database: Database): { database: Database; statements: Statement[] } {
  const statements: Statement[] = [];
  const recording = (sql: Sql): Sql => ({
    all: (...statement) => (statements.push([statement[0], statement[1]]), sql.all(...statement)),
    first: (...statement) => (statements.push([statement[0], statement[1]]), sql.first(...statement)),
    run: (...statement) => (statements.push([statement[0], statement[1]]), sql.run(...statement)),
  });
  const write: Database['sql']['write'] = (work) => database.sql.write((tx) => work(recording(tx)));
  return { database: { ...database, sql: { ...recording(database.sql), write } }, statements };
}
