import type { DeliveryFilter, OrderedPage } from '@gateway/core';
import { expect, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { after, now, org } from './fixture.js';
import { plan, scans } from './plan.js';

const ROWS = 24_000;
const newest = { limit: 50, before: null };
const oldest = { ...newest, after: null };

onEveryEngine((engine) => {
  test(
    `deliveries and audit entries are read in both orders from the index of the filter, beside ${ROWS} others`,
    { tags: ['slow'] },
    async () => {
      const { database, statements } = await recorded(await engine.empty());
      const store = await createStore(database);
      const { sql } = database;
      // In parts: a statement with all rows exceeds its time limit on a busy machine.
      for (let first = 1; first <= ROWS; first += 6000) {
        const numbers = `WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + 5999})`;
        // Few rows are dead. Channel c0, status 503 and actor a0 are in the middle.
        await sql.run(
          `INSERT INTO delivery (organization_id, id, event_type, channel_id, url, destination, body, signed, erase, state,
             run_at, created_at, last_status)
           ${numbers} SELECT ?, 'd' || i, 'e', CASE WHEN i BETWEEN 12000 AND 12009 THEN 'c0' ELSE 'c1' END,
             'https://agent.example/', 'https://agent.example', '{}', ?, ?, CASE WHEN i % 100 = 0 THEN 'dead' ELSE 'delivered' END,
             ?, ?, CASE WHEN i BETWEEN 12000 AND 12009 THEN 503 ELSE 200 END FROM n`,
          [org, true, false, now, now],
        );
        await sql.run(
          `INSERT INTO audit_entry (organization_id, at, actor_kind, actor_id, action, resource_kind, resource_id)
           ${numbers} SELECT ?, ?, 'key', CASE WHEN i BETWEEN 12000 AND 12009 THEN 'a0' ELSE 'a1' END, 'key.created', 'key', 'r' || i FROM n`,
          [org, now],
        );
      }
      const deliveries = async (filter: DeliveryFilter, page: OrderedPage) => {
        const { rows, next } = await store.deliveries.list(org, filter, page);
        return { ids: rows.map(({ id }) => id), next };
      };
      const byKey = engine.name === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'delivery_pkey';
      const middle = Array.from({ length: 10 }, (_, index) => `d${12_000 + index}`);
      // Without statistics, PostgreSQL takes a large table for a small one.
      for (const analyze of engine.name === 'sqlite' ? [false, true] : [true]) {
        if (analyze) await sql.run('ANALYZE');
        for (const [index, filter, page, first] of [
          [byKey, {}, newest, 'd24000'],
          [byKey, {}, oldest, 'd1'],
          [byKey, { since: after(-60), until: after(60) }, oldest, 'd1'],
          ['delivery_state_organization_id_seq_idx', { state: 'dead' }, newest, 'd24000'],
          ['delivery_state_organization_id_seq_idx', { state: 'dead' }, oldest, 'd100'],
          ['delivery_channel_id_organization_id_state_seq_idx', { channelId: 'c0' }, newest, 'd12009'],
          ['delivery_channel_id_organization_id_state_seq_idx', { channelId: 'c0' }, oldest, 'd12000'],
        ] as const) {
          // All rows are of one organization: the planner may take the primary key, which has the order, as far as the limit.
          if (analyze && index === byKey) continue;
          statements.length = 0;
          expect((await deliveries(filter, page)).ids[0]).toBe(first);
          await expectOrder(statements.at(-1)!, index, 'channelId' in filter);
        }
        for (const [page, first] of [
          [newest, 'r12009'],
          [oldest, 'r12000'],
        ] as const) {
          statements.length = 0;
          expect((await store.audit.list(org, { actorId: 'a0' }, page))[0]).toMatchObject({ resourceId: first });
          const list = statements.find(([text]) => text.includes('FROM audit_entry'))!;
          await expectOrder(list, 'audit_entry_organization_id_actor_id_seq_idx', false);
        }
      }

      // Each page compares 10,000 deliveries with a filter that no index answers.
      const statuses = [{ from: 503, to: 503 }];
      expect(await deliveries({ statuses }, newest)).toEqual({ ids: [], next: ROWS - 9999 });
      expect(await deliveries({ statuses }, oldest)).toEqual({ ids: [], next: 10_000 });
      const second = await deliveries({ statuses }, { ...oldest, after: 10_000 });
      expect(second).toEqual({ ids: middle, next: 20_000 });
      expect(await deliveries({ statuses }, { ...oldest, after: 20_000 })).toEqual({ ids: [], next: null });
      expect(await deliveries({ statuses }, { ...newest, before: ROWS - 9999 })).toEqual({
        ids: middle.toReversed(),
        next: ROWS - 19_999,
      });
      await store.close();

      async function expectOrder(statement: (typeof statements)[number], index: string, isMerged: boolean) {
        expect(await scans(database, statement), statement[0]).toEqual([]);
        const text = await plan(database, statement);
        expect(text, statement[0]).toContain(index);
        // The pages of the states are merged.
        if (!isMerged) expect(text, statement[0]).not.toMatch(/TEMP B-TREE|"Sort"/);
      }
    },
  );
});
