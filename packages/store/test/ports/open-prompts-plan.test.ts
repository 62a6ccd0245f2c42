import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { createStore } from '../../src/store.js';
import { newChannel, org } from './fixture.js';
import { plan, scans } from './plan.js';

onEveryEngine((engine) => {
  test(
    'the open prompts of a channel are counted by an index beside 100,000 open prompts of another and closed ones of its own',
    { tags: ['slow'] },
    async () => {
      const { database, statements } = await recorded(await engine.empty());
      const store = await createStore(database);
      for (const channelId of ['busy', 'own']) await store.channels.insert(newChannel(channelId));
      // In parts: a statement with all rows exceeds its time limit on a busy machine.
      for (let first = 1; first < 200_000; first += 10_000)
        await database.sql.run(
          `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
             notify_on_expiry, nonce, state, created_at, close_attempts, post_attempts, steps_done)
           WITH RECURSIVE s(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM s WHERE n < ${first + 9999})
           SELECT 'default', n, CASE WHEN n <= 100000 THEN 'busy' ELSE 'own' END, 'telegram', 'c', 'x', 'Ship it?', '[]',
             ?, ?, 'n', CASE WHEN n <= 100000 OR n % 20000 = 0 THEN 'pending' ELSE 'answered' END, ?, 0, 1, 0 FROM s`,
          [true, true, new Date()],
        );
      for (const analyze of [false, true]) {
        if (analyze) await database.sql.run('ANALYZE');
        statements.length = 0;
        expect(await store.prompts.countOpen(org, 'own', 100)).toBe(5);
        expect(await store.prompts.countOpen(org, 'busy', 100)).toBe(100);
        expect(statements).toHaveLength(2);
        for (const statement of statements.splice(0)) {
          expect(await scans(database, statement)).toEqual([]);
          expect(await plan(database, statement)).toContain('prompt_channel_id_organization_id_state_idx');
        }
      }
      await store.close();
    },
  );
});
