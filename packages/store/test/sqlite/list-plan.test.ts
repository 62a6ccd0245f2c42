import { expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { recorded } from '../recorded.js';
import { database, folder, now } from './fixture.js';

test('lists pending prompts in the order of an index with the statistics of ANALYZE over a million rows', async () => {
  const dataDir = await folder();
  const before = await database(dataDir);
  await before.sql.run('ANALYZE');
  await before.sql.run(
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
       ('prompt', 'prompt_end_idx', '1000000 333334 2 1 1 1'),
       ('prompt', 'prompt_state_organization_id_num_idx', '1000000 333334 333334 1')`,
  );
  await before.close();

  const { database: opened, statements } = await recorded({ dataDir });
  const store = await createStore(opened);
  onTestFinished(() => store.close());
  for (const channelId of [undefined, 'ops'])
    for (const after of [undefined, null])
      await store.prompts.list(
        'default',
        { state: 'pending', now, ...(channelId && { channelId }) },
        { limit: 50, before: null, ...(after !== undefined && { after }) },
      );
  expect(statements).toHaveLength(4);
  for (const [statement, params] of statements.splice(0)) {
    const plan = await opened.sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, params);
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH prompt USING INDEX \w+_num_idx/)]);
  }
});
