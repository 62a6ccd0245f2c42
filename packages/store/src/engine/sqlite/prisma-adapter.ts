import {
  ColumnTypeEnum,
  DriverAdapterError,
  type ArgType,
  type ColumnType,
  type MappedError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { isWrite, type SqlValue } from '../../sql/sql.js';
import { ConstraintViolation } from '../../storage-error.js';
import type { Connection, Result } from './connection.js';
import type { ExclusiveTransaction, Writer } from './writer.js';

const identity = { provider: 'sqlite', adapterName: 'gateway-node-sqlite' } as const;

/** Runs the Prisma client on our two connections. It neither opens nor closes them. */
export function prismaSqlite(reader: Connection, writer: Writer): SqlDriverAdapterFactory {
  const adapter: SqlDriverAdapter = {
    ...identity,
    ...queryable((query, action) =>
      isWrite(query.sql) ? writer.share(action, { single: true }) : Promise.resolve(action(reader)),
    ),
    executeScript: (script) => refused(() => writer.share((connection) => connection.script(script))),
    startTransaction: (isolation) =>
      refused(async () => {
        if (isolation && isolation !== 'SERIALIZABLE') {
          throw new DriverAdapterError({ kind: 'InvalidIsolationLevel', level: isolation });
        }
        return transaction(await writer.beginExclusive());
      }),
    getConnectionInfo: () => ({ maxBindValues: 999, supportsRelationJoins: false }),
    dispose: async () => {},
  };
  return { ...identity, connect: async () => adapter };
}

/** With `usePhantomQuery` Prisma sends no BEGIN and COMMIT. */
function transaction(held: ExclusiveTransaction): Transaction {
  const savepoint = (statement: string) => async (name: string) => held.connection.script(`${statement} ${name}`);
  return {
    ...identity,
    ...queryable(async (_, action) => action(held.connection)),
    options: { usePhantomQuery: true },
    commit: () => refused(async () => held.commit()),
    rollback: () => refused(async () => held.rollback()),
    createSavepoint: savepoint('SAVEPOINT'),
    rollbackToSavepoint: savepoint('ROLLBACK TO'),
    releaseSavepoint: savepoint('RELEASE'),
  };
}

type Execute = <T>(query: SqlQuery, action: (connection: Connection) => T) => Promise<T>;

function queryable(execute: Execute): Pick<SqlQueryable, 'queryRaw' | 'executeRaw'> {
  return {
    queryRaw: (query) =>
      refused(async () => resultSet(await execute(query, (connection) => connection.query(query.sql, bound(query))))),
    executeRaw: (query) => refused(() => execute(query, (connection) => connection.run(query.sql, bound(query)))),
  };
}

function bound({ args, argTypes }: SqlQuery): SqlValue[] {
  return args.map((value, index) =>
    typeof value === 'string' ? fromText(value, argTypes[index]) : (value as SqlValue),
  );
}

/** Prisma passes values that JSON does not support as text. */
function fromText(value: string, type: ArgType | undefined): SqlValue {
  switch (type?.scalarType) {
    case 'int':
    case 'float':
    case 'decimal':
      return Number(value);
    case 'bigint':
      return BigInt(value);
    case 'datetime':
      return new Date(value);
    case 'bytes':
      return Buffer.from(value, 'base64');
    default:
      return value;
  }
}

const columnTypes: Record<string, ColumnType> = {
  INTEGER: ColumnTypeEnum.Int32,
  BIGINT: ColumnTypeEnum.Int64,
  REAL: ColumnTypeEnum.Double,
  TEXT: ColumnTypeEnum.Text,
  BOOLEAN: ColumnTypeEnum.Boolean,
  DATETIME: ColumnTypeEnum.DateTime,
  JSONB: ColumnTypeEnum.Json,
  BLOB: ColumnTypeEnum.Bytes,
};

function resultSet({ columns, rows }: Result): SqlResultSet {
  const types = columns.map(({ type }, index) => columnTypes[type] ?? computedType(rows, index));
  return {
    columnNames: columns.map(({ name }) => name),
    columnTypes: types,
    rows: rows.map((row) => row.map((value, index) => (value === null ? null : toPrisma(value, types[index])))),
  };
}

function computedType(rows: readonly unknown[][], index: number): ColumnType {
  const value = rows.find((row) => row[index] !== null)?.[index];
  if (typeof value === 'number') return ColumnTypeEnum.UnknownNumber;
  return value instanceof Uint8Array ? ColumnTypeEnum.Bytes : ColumnTypeEnum.Text;
}

function toPrisma(value: unknown, type: ColumnType | undefined): unknown {
  switch (type) {
    case ColumnTypeEnum.DateTime:
      return new Date(value as number).toISOString();
    case ColumnTypeEnum.Boolean:
      return value !== 0;
    case ColumnTypeEnum.Int64:
    case ColumnTypeEnum.Json:
      return String(value);
    default:
      return value;
  }
}

/** Translates constraint violations for Prisma. Other errors, such as StorageUnavailable, reach the caller unchanged. */
async function refused<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof ConstraintViolation ? new DriverAdapterError(constraintError(error)) : error;
  }
}

function constraintError({ kind, fields: names, cause }: ConstraintViolation): MappedError {
  const constraint = { fields: [...names] };
  switch (kind) {
    case 'unique':
      return { kind: 'UniqueConstraintViolation', constraint };
    case 'notNull':
      return { kind: 'NullConstraintViolation', constraint };
    case 'foreignKey':
      return { kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } };
    case 'check':
      return { kind: 'sqlite', extendedCode: 275, message: (cause as Error).message };
  }
}
