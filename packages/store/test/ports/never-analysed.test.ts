import { expect, test } from 'vitest';
import { openDatabase } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import { onPostgres } from '../engines.js';
import { after, now, org } from './fixture.js';
import { hotOperations } from './hot-operations.js';

/** Rows of each table. A statement that walks the rows of the organization reads some hundred pages of them. */
const ROWS = 10_000;
/** What an operation reads at most: some index pages for each of its statements. */
const MAX_BLOCKS = 300;

onPostgres((engine) => {
  test(`an operation reads few pages beside ${ROWS} rows with plans that were made while the tables were empty`, async () => {
    // One connection: its generic plans are those of the first execution.
    const database = await openDatabase({ ...(await engine.bare()), poolSize: 1 });
    const store = await createStore(database);
    const { sql } = database;
    try {
      // Also because what it reads is counted.
      const all = await sql.all<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
      );
      for (const { name } of all) await sql.run(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
      await sql.run('SET plan_cache_mode = force_generic_plan');
      await sql.all(`SELECT set_config('gin_pending_list_limit', '2097151', false)`);

      const operations = {
        ...hotOperations(store),
        'list prompts': () => store.prompts.list(org, { now }, { limit: 1, before: null }),
        'list messages': () => store.messages.list(org, {}, { limit: 1, before: null }),
      };
      // The pages of tables and indexes.
      const blocks = async () => {
        await sql.all('SELECT pg_stat_force_next_flush()');
        const [row] = await sql.all<{ count: number }>(
          `SELECT sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)) AS count
           FROM pg_statio_user_tables`,
        );
        return Number(row?.count);
      };
      const measured = async () => {
        const read: Record<string, number> = {};
        for (const [name, operation] of Object.entries(operations)) {
          const before = await blocks();
          await operation();
          read[name] = (await blocks()) - before;
        }
        return read;
      };

      await measured();
      await sql.run(
        `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
           notify_on_expiry, nonce, state, message_id, created_at, expires_at, answered_at)
         SELECT ?, i, 'ops', 'pigeon', '1', 'bot', 'Deploy?', '[]', true, true, 'n',
           CASE WHEN i % 2 = 0 THEN 'answered' ELSE 'pending' END, 'm' || i, ?, ?, CASE WHEN i % 2 = 0 THEN CAST(? AS timestamptz) END
         FROM generate_series(101, ${ROWS + 100}) AS i`,
        [org, now, after(3600), now],
      );
      await sql.run('UPDATE organization SET prompt_seq = ?', [ROWS + 100]);
      await sql.run(
        `INSERT INTO delivery (organization_id, id, event_type, channel_id, url, destination, body, signed, erase, state, run_at, created_at)
         SELECT ?, 'd' || i, 'e', 'ops', 'u', 'https://agent.example', '{}', true, false, 'delivered', ?, ? FROM generate_series(1, ${ROWS}) AS i`,
        [org, now, now],
      );
      await sql.run(
        `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, created_at)
         SELECT ?, 'm' || i, 'chat', 'inbound', 'hello', 'pigeon', ? FROM generate_series(1, ${ROWS}) AS i`,
        [org, now],
      );
      const read = Object.entries(await measured());
      expect(read.filter(([, count]) => count > MAX_BLOCKS)).toEqual([]);
      const tables = await sql.all(
        `SELECT relname FROM pg_class WHERE relname IN ('prompt', 'delivery') AND reltuples < 0`,
      );
      expect(tables).toHaveLength(2);
    } finally {
      await store.close();
    }
  });
});
