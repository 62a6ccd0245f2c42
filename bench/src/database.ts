import { createRequire } from 'node:module';
import pg from 'pg';

type Value = string | number | null;
// oxlint-disable-next-line no-explicit-any -- each statement knows the columns of its rows
export type Row = Record<string, any>;

interface Statements {
  all(statement: string, params?: readonly Value[]): Promise<Row[]>;
}

/** The thinnest possible layer over a database: prepared statements and transactions. */
export interface Database extends Statements {
  readonly engine: 'sqlite' | 'postgresql';
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens `postgresql://…` or the path of an SQLite file, with the same durability as the gateway. */
export function openDatabase(address: string): Database {
  return address.startsWith('postgresql://') ? openPostgres(address) : openSqlite(address);
}

function openSqlite(file: string): Database {
  const { DatabaseSync } = createRequire(import.meta.url)(
    '@photostructure/sqlite',
  ) as typeof import('@photostructure/sqlite');
  const database = new DatabaseSync(file, { timeout: 2000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const prepare = (statement: string) => {
    const known = prepared.get(statement) ?? database.prepare(statement);
    prepared.set(statement, known);
    return known;
  };
  const all: Statements['all'] = async (statement, params = []) => prepare(statement).all(...params) as Row[];
  // There is one connection, so transactions queue.
  let last: Promise<unknown> = Promise.resolve();
  return {
    engine: 'sqlite',
    all,
    transaction(work) {
      const mine = last.then(async () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const value = await work({ all });
          database.exec('COMMIT');
          return value;
        } catch (error) {
          database.exec('ROLLBACK');
          throw error;
        }
      });
      last = mine.catch(() => {});
      return mine;
    },
    close: async () => database.close(),
  };
}

function openPostgres(address: string): Database {
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  pool.on('error', () => {});
  const names = new Map<string, { name: string; text: string }>();
  const named = (statement: string) => {
    let count = 0;
    const known = names.get(statement) ?? {
      name: `bench_${names.size}`,
      text: statement.replace(/\?/g, () => `$${(count += 1)}`),
    };
    names.set(statement, known);
    return known;
  };
  const on = (client: pg.Pool | pg.PoolClient): Statements => ({
    all: async (statement, params = []) =>
      (await client.query({ ...named(statement), values: [...params] })).rows as Row[],
  });
  return {
    engine: 'postgresql',
    ...on(pool),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const value = await work(on(client));
        await client.query('COMMIT');
        return value;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

/** A point in time as the database stores it. */
export function moment(engine: Database['engine'], ms: number): Value {
  return engine === 'sqlite' ? ms : new Date(ms).toISOString();
}
