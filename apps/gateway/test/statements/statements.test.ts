import { randomUUID } from 'node:crypto';
import { countStatements, type StatementCounter } from '@gateway/store/testing';
import { expect, it } from 'vitest';
import { startAsking, type Asking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onPostgres, type Engine } from '../harness/engines.js';
import { registerChannel, type TestGateway } from '../harness/gateway.js';
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
    // A new connection sends its settings once, and the one that listens for changes is checked by the time of the machine.
    const more = counter.take().filter((statement) => !statement.startsWith('SET ') && statement !== 'SELECT 1');
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
  it('one operation stays within its limit of PostgreSQL statements', async () => {
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

    const text = { channel_id: 'chat', text: 'hello' };
    const sendText = () => gateway.request('POST', '/v1/messages/send', { body: text });
    await notifiesNobody(counter, sendText);

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

  it('a call of an MCP tool stays within its limit of PostgreSQL statements', async () => {
    const { counter, gateway, telegram } = await startCounted(engine);
    const receiver = await startReceiver();
    const grace = telegram.addUser({ firstName: 'Grace' });
    await registerChannel(gateway, telegram, { id: 'chat', chat: grace, type: 'MESSAGE', callbackUrl: receiver.url });
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    const tool = (name: string, args: () => object) => async () => {
      const params = { name, arguments: args() };
      const reply = await gateway.request('POST', '/mcp', {
        headers,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      });
      expect(reply.text).toContain('structuredContent');
    };
    const sendMessage = tool('send_message', () => ({ channel_id: 'chat', text: 'hello' }));
    await notifiesNobody(counter, sendMessage);
    const send = await statementsOf(counter, sendMessage);
    const list = await statementsOf(
      counter,
      tool('list_channels', () => ({})),
    );
    const question = () => ({
      channel_id: 'approvals',
      question: `Ship ${randomUUID()}?`,
      options: ['Yes', 'No'],
      wait_sec: 0,
    });
    const ask = await statementsOf(counter, tool('ask_human', question));
    allowed(1, send);
    allowed(1, list);
    // One finds an open question that is the same. The others are those of a prompt with an Idempotency-Key.
    allowed(5, ask);
  });

  it('an action costs its question one statement for the rules, its answer none, the use of its approval two, and its message one', async () => {
    const { counter, gateway, telegram, ada, ask } = await startCounted(engine);
    const receiver = await startReceiver();
    const action = { name: 'deploy', args: { service: 'api' } };
    const prompt = { decisions: ['approve', 'reject'], callback_url: receiver.url, action };
    await notifiesNobody(counter, () => ask(prompt));
    const create = await statementsOf(counter, () => ask(prompt));
    const asked = telegram.messages({ chat: ada });
    const first = asked.length - ROUNDS;
    const press = await statementsOf(counter, async () => {
      const count = receiver.received.length;
      await telegram.press({ chat: ada, message: asked.pop()?.message_id ?? 0, button: 'Approve' });
      await receiver.waitFor(count + 1);
    });
    let num = first;
    const consume = (headers: Record<string, string>) => async () => {
      const reply = await gateway.request('POST', `/v1/prompts/${num++}/consume`, { headers, body: { action } });
      expect(reply.status, reply.text).toBe(200);
    };
    const used = await statementsOf(counter, consume({}));
    allowed(3, create);
    allowed(5, press);
    // Two answer the request. The third records that the message has lost its button.
    allowed(3, used);
  });

  it('a prompt costs exactly one statement more with an action, whether rules match or not, and none without one', async () => {
    const { counter, gateway, ask } = await startCounted(engine);
    const plain = { decisions: ['approve', 'reject'] };
    const acting = { ...plain, action: { name: 'deploy', args: { service: 'api' } } };
    await notifiesNobody(counter, () => ask(plain));
    const before = await statementsOf(counter, () => ask(plain));
    const without = await statementsOf(counter, () => ask(acting));
    const when = 'action.args.service == "web"';
    for (const rule of [
      { when, then: {} },
      { actions: ['deploy'], then: { ttl_sec: 60 } },
    ])
      await gateway.request('POST', '/v1/rules/new', {
        body: { rule_id: `r${rule.then.ttl_sec ?? 0}`, actions: ['*'], ...rule },
      });
    await settled(counter);
    const after = await statementsOf(counter, () => ask(plain));
    const under = await statementsOf(counter, () => ask(acting));
    expect(after.length).toBe(before.length);
    expect(without.length - before.length, without.join(';\n')).toBe(ROUNDS);
    expect(under.length, under.join(';\n')).toBe(without.length);
    expect(without.filter((statement) => / FROM rule /.test(statement))).toHaveLength(ROUNDS);
    expect(before.filter((statement) => / rule /.test(statement))).toEqual([]);
  });

  it('a question that collapses costs one statement more than rules and lists, and a limit of another channel none', async () => {
    const { counter, gateway, telegram, ada, ask } = await startCounted(engine);
    await registerChannel(gateway, telegram, { id: 'limited', chat: ada });
    await gateway.request('PATCH', '/v1/channels/limited', { body: { max_open_per_key: 1, max_open_per_person: 1 } });
    const acting = { decisions: ['approve', 'reject'], action: { name: 'deploy', args: { service: 'api' } } };
    await notifiesNobody(counter, () => ask(acting));
    const create = await statementsOf(counter, () => ask(acting));
    const collapsed = await statementsOf(counter, () => ask({ ...acting, collapse: true }));
    allowed(3, create);
    expect(create.filter((statement) => /advisory|collapse_digest = /.test(statement))).toEqual([]);
    // The rules, and the prompt that is pending.
    allowed(2, collapsed);
  });

  it('a new prompt with approvers or a policy stays within its limits of PostgreSQL statements', async () => {
    const { counter, gateway, telegram, ask } = await startCounted(engine);
    await startTeam(gateway, telegram);
    const asked = { options: ['Yes', 'No'], approvers: [{ group: 'leads' }] };
    await notifiesNobody(counter, () => ask(asked));
    const withApprovers = await statementsOf(counter, () => ask(asked));
    const withPolicy = await statementsOf(counter, () => ask({ options: ['Yes', 'No'], policy: 'two' }));
    const withBoth = await statementsOf(counter, () => ask({ ...asked, policy: 'two' }));
    allowed(3, withApprovers);
    allowed(3, withPolicy);
    allowed(4, withBoth);
  });

  it('a vote stays within its limits of PostgreSQL statements', async () => {
    const { counter, gateway, telegram, ask } = await startCounted(engine);
    const { team, ann, bob } = await startTeam(gateway, telegram);
    const receiver = await startReceiver();
    const prompt = { channel_id: 'team', options: ['Yes', 'No'], policy: 'two', callback_url: receiver.url };
    await notifiesNobody(counter, () => ask(prompt));
    for (let count = 0; count <= ROUNDS; count += 1) await ask(prompt);
    const asked = telegram.messages({ chat: team }).map((message) => message.message_id);
    const pressEach = (user: { id: number }) => {
      const waiting = [...asked];
      return () => telegram.press({ chat: team, user, message: waiting.pop() ?? 0, button: 'Yes' });
    };
    const vote = await statementsOf(counter, pressEach(ann));
    const decide = pressEach(bob);
    const decidingVote = await statementsOf(counter, async () => {
      const count = receiver.received.length;
      await decide();
      await receiver.waitFor(count + 1);
    });
    // With the note about it in the chat.
    allowed(5, vote);
    // At best 8, with the callback and the update of the message: a pass that is woken twice may look once more.
    allowed(9, decidingVote);
  });
});

/** A chat of two people who are in a group, and a policy of two. */
async function startTeam(gateway: TestGateway, telegram: Asking['telegram']) {
  const send = (path: string, body: object) => gateway.request('POST', `/v1/${path}/new`, { body });
  const [ann, bob] = [telegram.addUser({ firstName: 'Ann' }), telegram.addUser({ firstName: 'Bob' })];
  const team = telegram.addChat({ title: 'Team', members: [ann.id, bob.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  for (const [personId, { id }] of Object.entries({ ann, bob })) {
    const identities = [{ platform: 'telegram', user_id: String(id) }];
    await send('people', { person_id: personId, name: personId, identities });
  }
  await send('groups', { group_id: 'leads', name: 'Leads', members: ['ann', 'bob'] });
  await send('policies', { policy_id: 'two', name: 'Two', approvals: 2 });
  return { team, ann, bob };
}

/** A new gateway notifies others until it knows that there are none. */
async function notifiesNobody(counter: StatementCounter, operation: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    await operation();
    return !(await settled(counter)).some((statement) => statement.includes('pg_notify'));
  });
}
