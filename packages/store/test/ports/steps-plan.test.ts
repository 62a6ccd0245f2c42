import { expect, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { after, now, org } from './fixture.js';
import { plan, scans } from './plan.js';
import { copy } from './post-fixture.js';

const PENDING = 10_000;

onEveryEngine((engine) => {
  for (const { when, due } of [
    { when: 'few steps are due', due: 100 },
    { when: 'all are due at once', due: PENDING },
  ])
    test(
      `finds the due steps of ${PENDING} pending prompts by their index when ${when}`,
      { tags: ['slow'] },
      async () => {
        const { database, statements } = await recorded(await engine.empty());
        const { sql } = database;
        // As many closed ones as are pending.
        await sql.run(
          `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text, terms,
             notify_on_expiry, nonce, state, created_at, expires_at, step_due_at)
           WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * PENDING})
           SELECT ?, i, 'c' || (i % 300), 'pigeon', '1', 'bot', 'Deploy?', '[]', ?, '{}', ?, 'n',
             CASE WHEN i <= ${PENDING} THEN 'pending' ELSE 'answered' END, ?, CAST(? AS timestamptz),
             CASE WHEN i <= ${due} THEN CAST(? AS timestamptz) WHEN i <= ${PENDING} THEN CAST(? AS timestamptz) END
           FROM n`,
          [org, true, true, now, after(3600), now, after(60)],
        );
        if (engine.name === 'postgresql') await sql.run('ANALYZE');
        const { posts, close } = await createStore(database);
        try {
          statements.length = 0;
          const steps = await posts.dueSteps(after(1), 100);
          expect(steps).toHaveLength(100);
          await posts.nextStep(after(1));
          const advances = steps.map((prompt) => ({
            prompt,
            nextAt: null,
            event: 'prompt.escalated' as const,
            posts: [copy()],
          }));
          expect(await posts.advance(advances, after(1))).toHaveLength(100);
          const asked = [...statements];
          for (const statement of asked) expect(await scans(database, statement), statement[0]).toEqual([]);
          // Each step finds its prompt by number: not among all pending ones.
          const moved = asked.find(([text]) => text.includes('UPDATE prompt SET steps_done')) ?? ['', []];
          expect(await plan(database, moved)).toMatch(/num=\?|"prompt_pkey"|num = /);
          for (const statement of asked.slice(0, 2)) {
            const text = await plan(database, statement);
            expect(text).toContain('prompt_step_due_at_idx');
            expect(text).not.toMatch(/TEMP B-TREE|"Sort"/);
          }
        } finally {
          await close();
        }
      },
    );
});
