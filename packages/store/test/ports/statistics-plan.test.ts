import { expect, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { after, org } from './fixture.js';
import { plan, scans } from './plan.js';

onEveryEngine((engine) => {
  test('statistics find prompts by time, not by organization or state', async () => {
    const { database, statements } = await recorded(await engine.empty());
    const store = await createStore(database);
    // PostgreSQL reads a small table whole.
    await database.sql.run(
      `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
         notify_on_expiry, nonce, state, created_at, answered_at, close_attempts, post_attempts, steps_done)
       WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 5000)
       SELECT ?, n, 'ops', 'pigeon', 'c', 'x', 'Ship it?', '[]', ?, ?, 'n', 'answered', ?, ?, 0, 1, 0 FROM s`,
      [org, true, true, after(-86_400), after(-86_000)],
    );
    if (engine.name === 'postgresql') await database.sql.run('ANALYZE prompt');
    const slot = { from: after(-60), to: after(60) };
    statements.length = 0;
    for (const channels of [null, ['ops']]) {
      await store.windowStatistics.read(org, [slot], slot, channels);
      await store.promptStatistics.read(org, [slot], slot, channels);
    }
    const read = statements.filter(([text]) => text.includes('FROM prompt'));
    expect(read).toHaveLength(2 * (2 + 4));
    for (const statement of read) {
      // PostgreSQL reads a table whole when it knows that it is empty, as the others here are.
      const ofPrompts = (await scans(database, statement)).filter((scan) => scan.includes('prompt'));
      expect(ofPrompts, statement[0]).toEqual([]);
      const found = [...(await plan(database, statement)).matchAll(/prompt_[a-z_]*(?:idx|key|pkey)/g)].map(
        ([name]) => name,
      );
      expect(found.length).toBeGreaterThan(0);
      expect(found.join(' '), statement[0]).not.toMatch(/channel_id_state|channel_id_num|state_num/);
    }
    await store.close();
  });
});
