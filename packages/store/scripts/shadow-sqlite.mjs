// An in-memory SQLite database for the schema engine, which runs DDL on it and reads the resulting schema.
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { DatabaseSync } from '@photostructure/sqlite';

const identity = { provider: 'sqlite', adapterName: 'shadow-sqlite' };

/** @returns {import('@prisma/driver-adapter-utils').SqlMigrationAwareDriverAdapterFactory} */
export function shadowSqlite() {
  // The engine asks for the definition of a partial index with the name as a string in double quotes.
  const options = { enableDoubleQuotedStringLiterals: true };
  const connect = async () => connection(new DatabaseSync(':memory:', options));
  return { ...identity, connect, connectToShadowDb: connect };
}

function connection(database) {
  return {
    ...identity,
    async queryRaw({ sql, args }) {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      const rows = statement.all(...args);
      const names = statement.columns().map(({ name }) => name);
      return { columnNames: names, columnTypes: names.map((_, index) => typeOf(rows, index)), rows };
    },
    async executeRaw({ sql, args }) {
      if (args.length > 0) return Number(database.prepare(sql).run(...args).changes);
      database.exec(sql); // this may be a whole migration script, of which prepare() would run only the first statement
      return 0;
    },
    async executeScript(script) {
      database.exec(script);
    },
    startTransaction: () => Promise.reject(new Error('the schema engine does not open transactions')),
    getConnectionInfo: () => ({ supportsRelationJoins: false }),
    async dispose() {
      database.close();
    },
  };
}

function typeOf(rows, index) {
  const value = rows.map((row) => row[index]).find((candidate) => candidate !== null);
  return typeof value === 'number' ? ColumnTypeEnum.Int64 : ColumnTypeEnum.Text;
}
