import pg from 'pg';

export interface PostgresOptions {
  /** Named prepared statements; off for pgbouncer's transaction mode, which `?pgbouncer=true` in the url does too. */
  preparedStatements?: boolean;
  /** Connections at most; 10 unless told otherwise. */
  poolSize?: number;
}

export interface Target {
  config: pg.ClientConfig;
  /** `?schema=` of the url, as Prisma reads it. */
  schema: string | undefined;
  preparedStatements: boolean;
}

const { INT8, NUMERIC } = pg.types.builtins;

/** Counts and sums as numbers (bigint where a number would lie); the rest as pg does: Date, boolean, parsed Json. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === NUMERIC) return Number;
    if (oid === INT8) return (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));
    return pg.types.getTypeParser(oid, format);
  },
};

export function parseTarget(url: string, { preparedStatements = true }: PostgresOptions): Target {
  const parsed = new URL(url);
  const schema = parsed.searchParams.get('schema') ?? undefined;
  const pgbouncer = parsed.searchParams.get('pgbouncer') === 'true';
  for (const name of ['schema', 'pgbouncer']) parsed.searchParams.delete(name);
  return {
    config: {
      connectionString: parsed.href,
      application_name: 'gateway',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      types,
      ...(schema && { options: `-c search_path="${schema.replaceAll('"', '')}"` }),
    },
    schema,
    preparedStatements: preparedStatements && !pgbouncer,
  };
}

/** The pool that the direct door and the Prisma client share. */
export function createPool({ config, preparedStatements }: Target, { poolSize = 10 }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    query_timeout: 30_000,
    // The server ends what nobody waits for any more, and the row locks of an instance that froze in mid-transaction.
    // Not behind pgbouncer, which refuses a connection with such settings.
    ...(preparedStatements && { statement_timeout: 25_000, idle_in_transaction_session_timeout: 10_000 }),
  });
  // A connection that breaks while idle is replaced by the pool, and one in use fails its query; without a listener
  // either would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
