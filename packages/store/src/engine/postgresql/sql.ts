import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Sql, SqlDatabase, SqlValue } from '../../sql/sql.js';
import { createWaitingLine } from '../../sql/waiting-line.js';
import { isWorthRetrying, postgresError, spoilsConnection } from './errors.js';
import { rowReader, type RowReader } from './rows.js';
import { statisticsKeeper } from './statistics.js';

const MAX_ATTEMPTS = 4;
const MAX_PREPARED_STATEMENTS = 500;
/** Of the pool's connections; the others serve short statements. */
const BACKGROUND_CONNECTIONS = 3;
const MAX_BACKGROUND_WAITING = 100;

/** Raw SQL (../../sql/sql.ts) on a pool. */
export function postgresSql(pool: pg.Pool, { preparedStatements }: { preparedStatements: boolean }): SqlDatabase {
  const prepare = preparer(preparedStatements);
  const note = preparedStatements ? statisticsKeeper(pool) : () => {};
  const query: Query = async (client, statement, params = []) => {
    note();
    const prepared = prepare(statement);
    const { text, name } = prepared;
    const { fields, rows, rowCount } = await client.query<unknown[]>({
      text,
      name,
      values: [...params],
      rowMode: 'array',
    });
    if (!prepared.reader?.fits(fields)) prepared.reader = rowReader(fields);
    return { rows: prepared.reader.read(rows), rowCount: rowCount ?? 0 };
  };

  const line = createWaitingLine({ parallel: BACKGROUND_CONNECTIONS, maxWaiting: MAX_BACKGROUND_WAITING });
  const queries = queriesOn((statement, params) =>
    retried(() => query(pool, statement, params)).catch((error: unknown) => Promise.reject(postgresError(error))),
  );

  return {
    ...queries,
    background: {
      all: <Row>(statement: string, params?: readonly SqlValue[], signal?: AbortSignal) =>
        line.run<Row[]>(() => queries.all<Row>(statement, params), [], signal),
    },
    write: (work) =>
      retried(() => runUnit(pool, query, work)).catch((error: unknown) => Promise.reject(postgresError(error))),
  };
}

interface Result {
  readonly rows: unknown[];
  readonly rowCount: number;
}

type Query = (client: pg.Pool | pg.PoolClient, statement: string, params?: readonly SqlValue[]) => Promise<Result>;

async function runUnit<T>(pool: pg.Pool, query: Query, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: { error: unknown } | undefined;
  let over = false;
  const tx = queriesOn(async (statement, params) => {
    if (over) throw new Error('This unit of work has ended: a statement was not awaited, or tx was kept.');
    if (failure) throw failure.error;
    try {
      return await query(client, statement, params);
    } catch (error) {
      failure = { error };
      throw postgresError(error);
    }
  });
  try {
    await client.query('BEGIN');
    const value = await work(tx);
    // PostgreSQL answers COMMIT with a silent rollback when a statement has failed.
    if (failure) throw failure.error;
    await client.query('COMMIT');
    client.release();
    return value;
  } catch (error) {
    // The engine's error decides about a retry, because `work` may have replaced it.
    const reason = failure?.error;
    await releaseAfter(client, reason ?? error);
    throw reason && isWorthRetrying(reason) ? reason : error;
  } finally {
    over = true;
  }
}

async function releaseAfter(client: pg.PoolClient, error: unknown): Promise<void> {
  if (spoilsConnection(error)) return client.release(true);
  await client.query('ROLLBACK').then(
    () => client.release(),
    () => client.release(true),
  );
}

async function retried<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWorthRetrying(error)) throw error;
      await delay(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function queriesOn(execute: (statement: string, params?: readonly SqlValue[]) => Promise<Result>): Sql {
  const all = async <Row>(statement: string, params?: readonly SqlValue[]) =>
    (await execute(statement, params)).rows as Row[];
  return {
    all,
    first: async <Row>(statement: string, params?: readonly SqlValue[]) => (await all<Row>(statement, params))[0],
    run: async (statement, params) => (await execute(statement, params)).rowCount,
  };
}

interface Prepared {
  readonly text: string;
  /** Undefined: without a name. */
  readonly name: string | undefined;
  /** Set with the first result. */
  reader?: RowReader;
}

/** `?` -> $1…, and a name for the server's prepared plan. Statements beyond the limit get no name, so that plans do not accumulate. */
function preparer(named: boolean): (statement: string) => Prepared {
  const known = new Map<string, Prepared>();
  return (statement) => {
    const prepared = known.get(statement);
    if (prepared) return prepared;
    const text = numbered(statement);
    if (known.size >= MAX_PREPARED_STATEMENTS) return { text, name: undefined };
    const fresh: Prepared = { text, name: named ? `gateway_${known.size}` : undefined };
    known.set(statement, fresh);
    return fresh;
  };
}

/** Ignores question marks inside quotes. */
function numbered(statement: string): string {
  let count = 0;
  return statement.replace(/'(?:[^']|'')*'|"[^"]*"|\?/g, (part) => (part === '?' ? `$${(count += 1)}` : part));
}
