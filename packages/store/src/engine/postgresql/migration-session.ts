import pg from 'pg';
import type { MigrationSession } from '../../migrations/runner.js';

/** The key of the advisory lock that Prisma's own tools take. */
const migrationLock = 72707369;

export function postgresMigrationSession(client: pg.Client, schema: string | undefined): MigrationSession {
  return {
    engine: 'postgresql',
    async exclusively(work) {
      await client.query('BEGIN');
      try {
        await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
        if (schema) await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
        const value = await work();
        await client.query('COMMIT');
        return value;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    },
    script: async (statements) => void (await client.query(statements)),
    query: async (text) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows,
    async run(statement, params) {
      let count = 0;
      await client.query(
        statement.replace(/\?/g, () => `$${(count += 1)}`),
        [...params],
      );
    },
  };
}
