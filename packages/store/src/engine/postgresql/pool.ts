import pg from 'pg';

export interface PostgresOptions {
  /** Whether to use named prepared statements. pgbouncer's transaction mode does not support them; `?pgbouncer=true` in the url turns them off too. */
  preparedStatements?: boolean;
  /** The maximum number of connections; 10 by default. */
  poolSize?: number;
}

export interface Target {
  config: pg.ClientConfig;
  /** `?schema=` of the url, as Prisma reads it. */
  schema: string | undefined;
  preparedStatements: boolean;
}

const { INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins;

/** Counts and sums are numbers, or bigint where a number is not exact. Other types are as in pg: Date, boolean, parsed Json. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === NUMERIC) return Number;
    if (oid === INT8) return (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));
    if (oid === TIMESTAMPTZ) return parseTime;
    return pg.types.getTypeParser(oid, format);
  },
};

const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** `2026-03-04 05:06:07.089+00`. The driver's parser takes ten times as long; it is left with other years and offsets. */
function parseTime(text: string): Date {
  const isUsual = text[4] === '-' && text[10] === ' ' && /[+-]/.test(text.at(-3) ?? '');
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`) : parseAnyTime(text);
}

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

/**
 * Compiling a statement takes longer than any of these statements takes. And a plan that was made while a table was small is used until the
 * table is analysed: reading the whole table would be its best one. A server that does not know a setting leaves it out.
 */
const settings = `SELECT set_config(name, 'off', false) FROM pg_settings WHERE name IN ('jit', 'enable_seqscan')`;

async function configure(client: pg.ClientBase): Promise<void> {
  await client.query(settings).catch(() => {});
}

/** The pool that raw SQL and the Prisma client share. */
export function createPool({ config, preparedStatements }: Target, { poolSize = 10 }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    // pgbouncer would pass the settings on to others.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise
    ...(preparedStatements && { onConnect: configure }),
    query_timeout: 30_000,
    // The server ends statements that no client waits for any more, and transactions of an instance that froze, with their
    // row locks. pgbouncer rejects a connection with these settings.
    ...(preparedStatements && { statement_timeout: 25_000, idle_in_transaction_session_timeout: 10_000 }),
  });
  // The pool replaces a connection that is lost while idle; one that is in use fails its query. Without a listener both
  // errors would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
