import type { PromptFilter, PromptPage } from '@gateway/core';
import { expect, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { now, org } from './fixture.js';
import { plan, scans } from './plan.js';

const ROWS = 20_000;
const newest = { limit: 50, before: null };
const oldest = { ...newest, after: null };

onEveryEngine((engine) => {
  test(
    `lists of a key and of a person are read in their order from one index, beside ${ROWS} other prompts`,
    { tags: ['slow'] },
    async () => {
      const { database, statements } = await recorded(await engine.empty());
      const store = await createStore(database);
      // One key and one person have nearly all prompts; another key and another person have the oldest ones.
      await database.sql.run(
        `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
           notify_on_expiry, nonce, state, created_at, api_key_id, answered_by_id)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
         SELECT ?, i, 'c' || (i % 3), 'pigeon', '1', 'bot', 'Deploy?', '[]', ?, ?, 'n',
           CASE WHEN i % 10 = 0 THEN 'expired' ELSE 'answered' END, ?, CASE WHEN i <= 100 THEN 'old' WHEN i % 2 = 0 THEN 'busy' END,
           CASE WHEN i % 10 = 0 THEN NULL WHEN i <= 100 THEN '7' ELSE '8' END FROM n`,
        [org, true, true, now],
      );
      const list = async (filter: Omit<PromptFilter, 'now'>, page: PromptPage = newest) => {
        statements.length = 0;
        const rows = await store.prompts.list(org, { now, ...filter }, page);
        return rows.map(({ num }) => num);
      };
      for (const analyze of [false, true]) {
        if (analyze) await database.sql.run('ANALYZE');
        for (const [index, filter, firsts, count] of [
          ['prompt_api_key_id_organization_id_num_idx', { apiKeyId: 'old' }, [100, 1], 50],
          ['prompt_api_key_id_organization_id_num_idx', { apiKeyId: 'old', state: 'answered' }, [99, 1], 50],
          ['prompt_api_key_id_organization_id_num_idx', { apiKeyId: 'old', state: 'expired' }, [100, 10], 10],
          ['prompt_api_key_id_organization_id_num_idx', { apiKeyId: null }, [19_999, 101], 50],
          [
            'prompt_answered_by_id_organization_id_num_idx',
            { answeredBy: [{ id: '7', platform: 'pigeon' }], state: 'answered' },
            [99, 1],
            50,
          ],
          [
            'prompt_answered_by_id_organization_id_num_idx',
            { answeredBy: [7, 9].map((id) => ({ id: String(id), platform: 'pigeon' })) },
            [99, 1],
            50,
          ],
        ] as const) {
          for (const [order, page] of [newest, oldest].entries()) {
            const found = await list(filter, page);
            expect([found[0], found.length]).toEqual([firsts[order], count]);
            for (const statement of statements.slice()) {
              expect(await scans(database, statement), statement[0]).toEqual([]);
              const text = await plan(database, statement);
              // Without statistics PostgreSQL guesses, and an autovacuum at the wrong moment changes its guess.
              if (engine.name === 'postgresql' && !analyze) continue;
              expect(text, statement[0]).toContain(index);
              // The pages of states and of accounts are merged.
              if ('apiKeyId' in filter && !('state' in filter)) expect(text).not.toMatch(/TEMP B-TREE|"Sort"/);
            }
          }
        }
      }
      await store.close();
    },
  );
});
