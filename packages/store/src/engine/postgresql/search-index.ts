import type pg from 'pg';

/** The texts that are searched, and the names of their indexes. */
const indexes = { prompt: 'prompt_text_search', message: 'message_text_search' } as const;

/** The server cannot create the extension: the user lacks the right, or its files are not installed. */
const refusals = new Set(['42501', '0A000', '58P01']);

/**
 * Creates the trigram indexes of the texts unless they exist, which takes about 20 s for a million rows. This is not a migration,
 * because the extension may be permitted later. Returns why the indexes are missing; null: they exist. Without them a search is
 * correct and reads all texts.
 */
export async function ensureSearchIndex(client: pg.ClientBase): Promise<string | null> {
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
  for (const [table, name] of Object.entries(indexes))
    await client.query(
      `CREATE INDEX IF NOT EXISTS ${name} ON ${table} USING gin (text ${rows[0]?.operators}) WITH (gin_pending_list_limit = 1024)`,
    );
  return null;
}
