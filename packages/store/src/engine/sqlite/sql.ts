import { camelCase } from '../../sql/names.js';
import { isWrite, type Sql, type SqlDatabase, type SqlValue } from '../../sql/sql.js';
import type { BackgroundReader } from './background.js';
import type { Column, Connection, Result } from './connection.js';
import type { Writer } from './writer.js';

const UNIT_TIMEOUT_MS = 5000;

/** Raw SQL (../../sql/sql.ts) on a reader, the writer and a reader on a thread of its own. */
export function sqliteSql(reader: Connection, writer: Writer, background: BackgroundReader): SqlDatabase {
  const all: Sql['all'] = async (statement, params = []) =>
    decoded(
      isWrite(statement)
        ? await writer.share((connection) => connection.query(statement, params), { single: true })
        : reader.query(statement, params),
    );
  return {
    all,
    first: async <Row>(statement: string, params?: readonly SqlValue[]) => (await all<Row>(statement, params))[0],
    run: (statement, params = []) => writer.share((connection) => connection.run(statement, params), { single: true }),
    write: (work) => writer.share((connection) => runUnit(connection, work)),
    background: {
      async all<Row>(statement: string, params: readonly SqlValue[] = [], signal?: AbortSignal) {
        const result = await background.query(statement, params, signal);
        return result ? decoded<Row>(result) : [];
      },
    },
  };
}

async function runUnit<T>(connection: Connection, work: (tx: Sql) => Promise<T>): Promise<T> {
  let failure: { error: unknown } | undefined;
  let over = false;
  const attempt = async <R>(action: () => R): Promise<R> => {
    if (over) throw new Error('This unit of work has ended: a statement was not awaited, or tx was kept.');
    if (failure) throw failure.error;
    try {
      return action();
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  const all: Sql['all'] = <Row>(statement: string, params: readonly SqlValue[] = []) =>
    attempt(() => decoded<Row>(connection.query(statement, params)));
  try {
    const value = await inTime(
      work({
        all,
        first: async <Row>(statement: string, params?: readonly SqlValue[]) => (await all<Row>(statement, params))[0],
        run: (statement, params = []) => attempt(() => connection.run(statement, params)),
      }),
    );
    if (failure) throw failure.error;
    return value;
  } finally {
    over = true;
  }
}

/** Fails a unit that takes too long: all other writes wait for it. */
async function inTime<T>(value: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new Error('A unit of work took more than 5 s: await nothing but tx inside it, and never nest write.')),
      UNIT_TIMEOUT_MS,
    );
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

interface Field {
  name: string;
  decode: ((value: unknown) => unknown) | undefined;
}

/** By the columns array of a prepared statement. */
const fieldsOf = new WeakMap<readonly Column[], Field[]>();

function decoded<Row>({ columns, rows }: Result): Row[] {
  let fields = fieldsOf.get(columns);
  if (!fields) {
    fields = columns.map(({ name, type }) => ({ name: camelCase(name), decode: decoders[type] }));
    fieldsOf.set(columns, fields);
  }
  const known = fields;
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    known.forEach(({ name, decode }, index) => {
      const value = values[index];
      row[name] = decode && value !== null ? decode(value) : value;
    });
    return row as Row;
  });
}

const decoders: Record<string, Field['decode']> = {
  DATETIME: (value) => new Date(Number(value)),
  BOOLEAN: (value) => value !== 0,
  // A Json number is stored as a number, because the column's type has numeric affinity.
  JSONB: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
};
