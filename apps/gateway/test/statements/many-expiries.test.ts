import { countStatements, runStatements } from '@gateway/store/testing';
import { expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onPostgres } from '../harness/engines.js';
import { startReceiver } from '../harness/receiver.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

const COUNT = 620;
const BATCH = 500;

onPostgres((engine) => {
  it('620 prompts that end at once are expired 500 in a statement, and a full queue of chat updates is not asked when the next one is due', async () => {
    const env = await engine.empty();
    const counter = await countStatements(env['DATABASE_URL'] ?? '');
    onCleanUp(() => counter.close());
    const clock = manualClock();
    const { ask, gateway } = await startAsking({ env: { ...env, DATABASE_URL: counter.url }, clock });
    const receiver = await startReceiver();
    await ask({ options: ['Yes', 'No'], ttl_sec: 60, callback_url: receiver.url, notify_on_expiry: true });
    await runStatements(
      env,
      `INSERT INTO prompt SELECT (jsonb_populate_record(asked, jsonb_build_object('num', 1 + i))).*
       FROM prompt asked, generate_series(1, ${COUNT - 1}) AS i`,
    );
    counter.take();
    clock.advance(60_000);
    await until(() => receiver.received.length === COUNT, 30_000);
    const updated = () => gateway.logLines.filter((line) => line.includes("A closed prompt's message was updated"));
    await until(() => updated().length === COUNT, 30_000);
    const statements = counter.take();

    const count = (pattern: RegExp) => statements.filter((statement) => pattern.test(statement)).length;
    expect(new Set(receiver.received.map(({ json }) => json.prompt_id)).size).toBe(COUNT);
    // The last ones are empty.
    const batches = Math.ceil(COUNT / BATCH);
    expect(count(/INSERT INTO delivery \(/)).toBe(batches);
    expect(count(/UPDATE prompt SET state = CASE/)).toBeLessThanOrEqual(batches + 3);
    expect(count(/SELECT close_due_at/)).toBeLessThanOrEqual(3);
  });
});
