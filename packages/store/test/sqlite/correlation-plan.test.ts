import { expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { recorded } from '../recorded.js';
import { folder, now } from './fixture.js';

test('finds prompts by a correlation id in its index, in a database without statistics', async () => {
  const { database: opened, statements } = await recorded({ dataDir: await folder() });
  const store = await createStore(opened);
  onTestFinished(() => store.close());
  for (const correlationIds of [['release-7'], ['release-7', 'release-8']])
    for (const state of [undefined, 'pending', 'answered'] as const)
      for (const channelIds of [undefined, ['ops']])
        await store.prompts.list(
          'default',
          { now, correlationIds, ...(state && { state }), ...(channelIds && { channelIds }) },
          { limit: 20, before: null },
        );
  const plans: string[] = [];
  for (const [statement, params] of statements.splice(0)) {
    const [plan] = await opened.sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, params);
    plans.push(plan?.detail ?? '');
  }
  expect(plans).toHaveLength(12);
  for (const plan of plans) expect(plan).toMatch(/^SEARCH prompt USING INDEX prompt_correlation_id_/);
});
