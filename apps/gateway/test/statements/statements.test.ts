import { randomUUID } from 'node:crypto';
import { countStatements, type StatementCounter } from '@gateway/store/testing';
import { expect, it } from 'vitest';
import { startAsking, type Asking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onPostgres, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

const ROUNDS = 5;

/** A gateway whose statements are counted. Its clock stands still, so that no timer of a background pass runs. */
async function startCounted(engine: Engine): Promise<Asking & { counter: StatementCounter }> {
  const env = await engine.empty();
  const counter = await countStatements(env['DATABASE_URL'] ?? '');
  onCleanUp(() => counter.close());
  const asking = await startAsking({ env: { ...env, DATABASE_URL: counter.url }, clock: manualClock() });
  return { ...asking, counter };
}

/** The statements of a few rounds of an operation, after one that fills the caches. */
async function statementsOf(counter: StatementCounter, operation: () => Promise<unknown>): Promise<string[]> {
  await operation();
  await settled(counter);
  const statements: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await operation();
    statements.push(...(await settled(counter)));
  }
  return statements;
}

/** Waits until no more statements come, and takes them. */
async function settled(counter: StatementCounter): Promise<string[]> {
  const statements: string[] = [];
  let quiet = 0;
  await until(() => {
    // A new connection sends its settings once.
    const more = counter.take().filter((statement) => !statement.startsWith('SET '));
    statements.push(...more);
    quiet = more.length === 0 ? quiet + 1 : 0;
    return quiet === 20;
  });
  return statements;
}

/** Fails when a round of an operation needs more statements. */
function allowed(limit: number, statements: readonly string[]): void {
  expect(statements.length / ROUNDS, statements.join(';\n')).toBeLessThanOrEqual(limit);
}

onPostgres((engine) => {
  it('one operation of the gateway needs no more statements of PostgreSQL than these', async () => {
    const { counter, gateway, telegram, ada, ask } = await startCounted(engine);
    const receiver = await startReceiver();
    const grace = telegram.addUser({ firstName: 'Grace' });
    await registerChannel(gateway, telegram, { id: 'chat', chat: grace, type: 'MESSAGE', callbackUrl: receiver.url });
    const prompt = { options: ['Yes', 'No'], callback_url: receiver.url };
    const received = async (operation: () => Promise<unknown>) => {
      const count = receiver.received.length;
      await operation();
      await receiver.waitFor(count + 1);
    };

    // A new gateway notifies others until it knows that there are none.
    const text = { channel_id: 'chat', text: 'hello' };
    const sendText = () => gateway.request('POST', '/v1/messages/send', { body: text });
    await until(async () => {
      await sendText();
      return !(await settled(counter)).some((statement) => statement.includes('pg_notify'));
    });

    const create = await statementsOf(counter, () => ask(prompt));
    const createWithKey = await statementsOf(counter, () =>
      gateway.request('POST', '/v1/prompts/new', {
        headers: { 'idempotency-key': randomUUID() },
        body: { channel_id: 'approvals', text: 'Ship it?', ...prompt },
      }),
    );
    const send = await statementsOf(counter, sendText);
    const asked = telegram.messages({ chat: ada });
    const press = await statementsOf(counter, () =>
      received(() => telegram.press({ chat: ada, message: asked.shift()?.message_id ?? 0, button: 'Yes' })),
    );
    const message = await statementsOf(counter, () =>
      received(async () => telegram.writeText({ chat: grace, text: 'hello' })),
    );

    allowed(2, create);
    allowed(4, createWithKey);
    allowed(1, send);
    // At best 4 and 3: a pass that is woken twice may look once more.
    allowed(5, press);
    allowed(5, message);
  });

  it('a vote that does not decide needs no more statements of PostgreSQL than these', async () => {
    const { counter, gateway, telegram, ada, ask } = await startCounted(engine);
    await gateway.request('POST', '/v1/policies/new', { body: { policy_id: 'ten', name: 'Ten', approvals: 10 } });
    for (let count = 0; count <= ROUNDS; count += 1) await ask({ options: ['Yes', 'No'], policy: 'ten' });
    const asked = telegram.messages({ chat: ada });
    const vote = await statementsOf(counter, () =>
      telegram.press({ chat: ada, message: asked.shift()?.message_id ?? 0, button: 'Yes' }),
    );
    // With the note about it in the chat. At best 22: the pass that posts it may look once more.
    allowed(24, vote);
  });
});
