import { test } from 'vitest';
import { createStore } from '../../src/store.js';
import { openDatabase } from '../../src/open.js';
import { onEveryEngine } from '../engines.js';
import { after, now, org } from './fixture.js';
import { copy } from './post-fixture.js';
onEveryEngine((engine) => {
  test('measure', { timeout: 600_000 }, async () => {
    const database = await openDatabase(await engine.empty());
    const { sql } = database;
    await sql.run(
      `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text, terms,
         notify_on_expiry, nonce, state, created_at, expires_at, step_due_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       SELECT ?, i, 'c' || (i % 300), 'pigeon', '1', 'bot', 'Deploy?', '[]', ?, '{}', ?, 'n', 'pending', ?, CAST(? AS timestamptz), CAST(? AS timestamptz) FROM n`,
      [org, true, true, now, after(3600), after(60)],
    );
    const store = await createStore(database);
    const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    const idle = async () => { await store.posts.dueSteps(after(1), 100); await store.posts.nextStep(after(1)); };
    for (let i = 0; i < 50; i += 1) await idle();
    let c = cpu(); let t = performance.now();
    for (let i = 0; i < 300; i += 1) await idle();
    console.log('MEASURE', engine.name, 'idle pass cpu ms', ((cpu() - c) / 300).toFixed(2), 'wall', ((performance.now() - t) / 300).toFixed(2));
    c = cpu(); t = performance.now(); let made = 0;
    for (;;) {
      const due = await store.posts.dueSteps(after(61), 100);
      if (due.length === 0) break;
      await store.posts.of(org, due.map(({ num }) => num));
      made += (await store.posts.advance(due.map((prompt) => ({ prompt, nextAt: null, event: 'prompt.escalated' as const, posts: [copy()] })), after(61))).length;
      await store.posts.nextStep(after(61));
    }
    console.log('MEASURE', engine.name, made, 'steps: cpu ms each', ((cpu() - c) / made).toFixed(3), 'wall s', ((performance.now() - t) / 1000).toFixed(1));
    await store.close();
  });
});
