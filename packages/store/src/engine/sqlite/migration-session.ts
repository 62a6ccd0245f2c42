import type { MigrationSession } from '../../migrations/runner.js';
import type { Connection } from './connection.js';

/** Runs migrations on the writer connection before it is used for anything else. */
export function sqliteMigrationSession(connection: Connection): MigrationSession {
  return {
    engine: 'sqlite',
    async exclusively(work) {
      // Prisma rebuilds a table by dropping it, which would cascade. The pragma has no effect inside a transaction.
      connection.script('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
      try {
        const value = await work();
        connection.script('COMMIT');
        return value;
      } catch (error) {
        if (connection.inTransaction) connection.script('ROLLBACK');
        throw error;
      } finally {
        connection.script('PRAGMA foreign_keys = ON');
      }
    },
    async script(statements) {
      connection.script(statements);
      if (connection.query('PRAGMA foreign_key_check', []).rows.length > 0)
        throw new Error('it leaves dangling references');
    },
    query: async (statement) => connection.query(statement, []).rows,
    run: async (statement, params) => void connection.run(statement, params),
  };
}
