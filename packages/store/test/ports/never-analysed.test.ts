import { expect, test } from 'vitest';
import { openDatabase } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import { onPostgres } from '../engines.js';
import { after, claim, enqueue, newAnswer, newMessage, newPrompt, now, org, settlement, until } from './fixture.js';

/** Rows of each table. A statement that walks the rows of the organization reads some hundred pages of them. */
const ROWS = 10_000;
/** What an operation reads at most: some index pages for each of its statements. */
const MAX_BLOCKS = 300;
/** A claim with statistics may still join its choice with all rows of a table of this size. */
const MAX_CLAIM_BLOCKS = 600;

onPostgres((engine) => {
  test(`an operation reads few pages beside ${ROWS} rows with plans that were made while the tables were empty`, async () => {
    // One connection: its generic plans are those of the first execution.
    const database = await openDatabase({ ...(await engine.bare()), poolSize: 1 });
    const store = await createStore(database);
    const { sql } = database;
    try {
      for (const table of ['prompt', 'prompt_message', 'delivery', 'delivery_attempt', 'message', 'stream_event'])
        await sql.run(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      await sql.run('SET plan_cache_mode = force_generic_plan');
      await sql.all(`SELECT set_config('gin_pending_list_limit', '2097151', false)`);

      let number = 0;
      const { prompts } = store;
      const operations: Record<string, () => Promise<unknown>> = {
        async create() {
          const { num } = await prompts.open(newPrompt({ correlationId: `order-${(number += 1)}` }));
          await prompts.posted(org, num, { messageId: `m${num}`, messageIds: [`m${num}`], ref: null });
        },
        async answer() {
          const [prompt] = await prompts.list(org, { state: 'pending', now }, { limit: 1, before: null });
          await prompts.answer(newAnswer(prompt!));
        },
        async close() {
          const closings = await prompts.claimClosings(after(5), after(11), 1, ['pigeon']);
          await prompts.endClosings(closings.map((closing) => ({ closing, retryAt: null, messageClosedAt: null })));
        },
        async deliver() {
          await enqueue(store, {});
          const claimed = await claim(store, { limit: 1 });
          await store.deliveries.settle(claimed.map((delivery) => settlement(delivery, 'delivered')));
        },
        send: () => store.messages.insert(newMessage(`sent-${(number += 1)}`, { direction: 'outbound' })),
        'list prompts': () => prompts.list(org, { now }, { limit: 1, before: null }),
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
         FROM generate_series(2, ${ROWS}) AS i`,
        [org, now, after(3600), now],
      );
      await sql.run('UPDATE organization SET prompt_seq = ?', [ROWS]);
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
      // Never analysed by anybody else: creating and answering reads no other rows, and what joins lists does after the first statements.
      const { create, answer } = await measured();
      expect([create, answer].filter((count = Infinity) => count > MAX_BLOCKS)).toEqual([]);
      for (let statement = 0; statement < 500; statement += 1) await sql.all('SELECT 1 AS one');
      await until(async () => {
        const [row] = await sql.all<{ count: number }>(
          `SELECT count(*) AS count FROM pg_class WHERE relname IN ('prompt', 'delivery', 'message') AND reltuples > 0`,
        );
        return row?.count === 3;
      });
      const read = await measured();
      expect(
        Object.fromEntries(
          Object.entries(read).filter(([name, count]) => count > (name === 'deliver' ? MAX_CLAIM_BLOCKS : MAX_BLOCKS)),
        ),
      ).toEqual({});
    } finally {
      await store.close();
    }
  });
});
