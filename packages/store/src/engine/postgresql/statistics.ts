import type pg from 'pg';

/** The tables that requests and workers search. */
const tables = [
  'action_grant',
  'prompt',
  'prompt_closing',
  'prompt_message',
  'prompt_note',
  'prompt_post',
  'prompt_vote',
  'message',
  'message_sequence',
  'conversation_read',
  'delivery',
  'delivery_attempt',
  'stream_event',
  'inbound_event',
  'idempotent_request',
];
/** Above this number of rows, statistics are left to autovacuum. */
const MAX_ROWS = 10_000;
/** Statements of this process. */
const moments: ReadonlySet<number> = new Set([500, 5000, 50_000]);

const few = `
  SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relname = ANY ($1) AND relnamespace = current_schema()::regnamespace AND relkind = 'r' AND reltuples < $2`;

/**
 * Returns a function to call before each statement. After the first ones it collects statistics of tables with few rows. PostgreSQL keeps the
 * plan of a prepared statement until then, and one made for an empty table may read all rows of an organization. Autovacuum is late: it
 * looks at a database once a minute.
 */
export function statisticsKeeper(pool: pg.Pool): () => void {
  let count = 0;

  async function analyze(): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(few, [tables, MAX_ROWS]);
    if (rows.length > 0) await pool.query(`ANALYZE ${rows.map(({ name }) => name).join(', ')}`);
  }

  return () => {
    count += 1;
    // A failure only means that the plans stay as they are until autovacuum has run.
    if (moments.has(count)) void analyze().catch(() => {});
  };
}
