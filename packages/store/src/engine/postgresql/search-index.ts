import type pg from 'pg';
import { searchedText } from '../../sql/searched-text.js';

/** The names of the trigram indexes, by table. */
const indexes = { prompt: 'prompt_search', message: 'message_text_search' } as const;

/** The server cannot create the extension: the user lacks the right, or its files are not installed. */
const refusals = new Set(['42501', '0A000', '58P01']);

/** Finds prompts by their correlation id or its beginning, in any collation. 2 s for a million rows. Not a migration: see schema.mjs. */
const correlationIndex = `CREATE INDEX IF NOT EXISTS prompt_correlation ON prompt (correlation_id text_pattern_ops, organization_id) WHERE correlation_id IS NOT NULL`;

/**
 * Creates the indexes for searches unless they exist. Those of trigrams take about 20 s for a million rows. They are not a
 * migration, because the extension may be permitted later. Returns why they are missing; null: they exist. Without them a search
 * is correct and reads all texts.
 */
export async function ensureSearchIndex(client: pg.ClientBase): Promise<string | null> {
  await client.query(correlationIndex);
  const known = await client.query('SELECT 1 FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL', [
    Object.values(indexes),
  ]);
  if (known.rowCount === 0) return null;
  try {
    await client.query('SAVEPOINT extension');
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  } catch (error) {
    await client.query('ROLLBACK TO extension');
    if (!refusals.has((error as pg.DatabaseError).code ?? '')) throw error;
    return (error as Error).message;
  }
  const { rows } = await client.query<{ operators: string }>(
    `SELECT quote_ident(nspname) || '.gin_trgm_ops' AS operators
     FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm'`,
  );
  // A write adds its row to a list, which a later write moves into the index when the list has this size. A larger one
  // makes that write slower, a smaller one costs all writes more.
  // A prompt that is being posted is in no list, and its row is written once more when it is posted.
  for (const [table, which] of [
    ['prompt', `WHERE state <> 'posting'`],
    ['message', ''],
  ] as const)
    await client.query(
      `CREATE INDEX IF NOT EXISTS ${indexes[table]} ON ${table}
       USING gin ((${searchedText('postgresql', table)}) ${rows[0]?.operators}) WITH (gin_pending_list_limit = 1024) ${which}`,
    );
  return null;
}
