import type { DeliveryFilter, PromptFilter, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import type { Database } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { after, claim, now, org } from './fixture.js';
import { insertLargeDataSet } from './large-data-set.js';
import { plan } from './plan.js';

const page = { limit: 5, before: null };
const list = (filter: Omit<PromptFilter, 'now'>) => (store: Store) => store.prompts.list(org, { now, ...filter }, page);
const deliveries = (filter: DeliveryFilter) => (store: Store) => store.deliveries.list(org, filter, page);
const recently = { from: after(1), to: after(60) };

/** What each index of prompts and deliveries is for (docs/decisions/0026-indexes.md). */
const queries: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  prompt_pkey: (store) => store.prompts.get(org, 77),
  prompt_state_organization_id_num_idx: (store) => store.metrics.read(),
  prompt_channel_id_organization_id_num_idx: list({ channelId: 'c7' }),
  prompt_channel_id_organization_id_state_idx: (store) => store.prompts.countOpen(org, 'c7', 100),
  prompt_end_idx: (store) => store.prompts.nextExpiry(),
  prompt_api_key_id_organization_id_num_idx: list({ apiKeyId: 'k7' }),
  prompt_answered_by_id_organization_id_num_idx: list({ answeredBy: [{ id: '7', platform: 'pigeon' }] }),
  prompt_correlation_id_organization_id_idx: list({ correlationIds: ['order-77'] }),
  prompt_collapse_digest_organization_id_state_idx: (store) => store.prompts.asked(org, 'digest', now),
  prompt_step_due_at_idx: (store) => store.posts.nextStep(now),
  prompt_undeliverable_at_idx: (store) => store.windowStatistics.read(org, [recently], recently),
  prompt_statistics_idx: (store) => store.promptStatistics.read(org, [recently], recently, null),
  prompt_answered_idx: (store) => store.serviceStatus.counts(org, { now, answeredSince: after(-60) }),
  delivery_pkey: async (store) => store.deliveries.renew(await claim(store), after(60)),
  delivery_organization_id_id_key: (store) => store.deliveries.get(org, 'd77'),
  delivery_due_idx: (store) => store.deliveries.nextDue(now),
  delivery_queue_idx: (store) => claim(store),
  delivery_lane_seq_idx: (store) => claim(store),
  delivery_state_organization_id_seq_idx: deliveries({ state: 'dead' }),
  delivery_channel_id_organization_id_state_seq_idx: deliveries({ channelId: 'c7' }),
  delivery_destination_organization_id_state_seq_idx: deliveries({ destination: 'https://host-7' }),
  delivery_prompt_num_organization_id_idx: deliveries({ promptNum: 77 }),
  delivery_message_id_organization_id_idx: deliveries({ messageId: 'm77' }),
};

/** Names that differ between the engines: in SQLite the primary keys, in PostgreSQL an index with another operator class. */
const names: Readonly<Record<Database['engine'], Readonly<Record<string, string>>>> = {
  sqlite: {
    prompt_pkey: 'sqlite_autoindex_prompt_1',
    delivery_pkey: 'INTEGER PRIMARY KEY',
  },
  postgresql: { prompt_correlation_id_organization_id_idx: 'prompt_correlation' },
};
/** It finds texts in older prompts (docs/decisions/0022-text-search.md). */
const ofSearch = 'prompt_search';

async function indexesOf({ engine, sql }: Database): Promise<string[]> {
  const rows = await sql.all<{ name: string }>(
    engine === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('prompt', 'delivery')`
      : `SELECT indexname AS name FROM pg_indexes WHERE tablename IN ('prompt', 'delivery')
           AND schemaname = current_schema()`,
  );
  return rows.map(({ name }) => name);
}

onEveryEngine((engine) => {
  test('each index of prompts and deliveries serves a query of its own', { tags: ['slow'] }, async () => {
    const { database, statements } = await recorded(await engine.empty());
    await insertLargeDataSet(database);
    const store = await createStore(database);
    try {
      const nameOf = (index: string) => names[engine.name][index] ?? index;
      const known = Object.keys(queries).map(nameOf);
      // SQLite's primary key of deliveries is the table itself.
      const stored = (await indexesOf(database)).filter((name) => name !== ofSearch);
      expect(stored.toSorted()).toEqual(known.filter((name) => name !== 'INTEGER PRIMARY KEY').toSorted());

      const unused: string[] = [];
      for (const [index, query] of Object.entries(queries)) {
        statements.length = 0;
        await query(store);
        const plans = await Promise.all(statements.map((statement) => plan(database, statement)));
        if (!plans.some((text) => text.includes(nameOf(index)))) unused.push(index);
      }
      expect(unused).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
