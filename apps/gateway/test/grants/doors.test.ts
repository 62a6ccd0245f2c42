import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { png, startWebServer } from '../harness/files.js';
import { startMessenger } from '../harness/graph-apps.js';
import { adminKey, as, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { connect } from '../mcp/clients.js';
import { startAttacked } from './attacked.js';
import { deployWith, startGrants } from './fixture.js';

describe('a standing approval', () => {
  it('answers the entries of a batch one by one, and no more than its uses', async () => {
    const grants = { max_sec: 3600, same: ['service', 'env'], max_uses: 2 };
    const { give, agent, questionWith, grant } = await startGrants(undefined, { grants });
    const given = await give();
    const prompts = [1, 2, 3, 4].map((version) => questionWith({ action: deployWith({ version }) }));
    const other = questionWith({ action: deployWith({ service: 'web' }) });
    const reply = await agent.request('POST', '/v1/prompts/batch', { prompts: [other, ...prompts] });
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(await grant(given['grant_id'])).toMatchObject({ uses: 2, ended_reason: 'used_up' });
    const list = (await agent.request('GET', '/v1/prompts?state=all')).json as unknown as {
      decided_by: string | null;
    }[];
    expect(list.filter(({ decided_by: by }) => by === 'grant')).toHaveLength(2);
  });

  it('answers a question of the MCP tool at once, and its approval is used once', async () => {
    const { give, gateway, answer } = await startAttacked();
    await give();
    const { key } = await makeKey(gateway, { preset: 'asker' });
    const client = await connect('v1', 'HTTP', { url: gateway.url, key });
    const question = {
      question: 'Go?',
      channel_id: 'approvals',
      action: deployWith(),
      decisions: ['approve', 'reject'],
    };
    // The standing approval of another key answers nothing.
    const other = client.call('ask_human', question);
    await until(async () => (await gateway.request('GET', '/v1/prompts/2')).json.state === 'pending');
    expect((await answer(2, { grant_sec: 3600 })).status).toBe(200);
    await other;
    const reply = await client.call('ask_human', { ...question, action: deployWith({ version: '9' }) });
    expect(reply.structuredContent).toMatchObject({ answer: { type: 'decision', value: 'approve' } });
    const action = deployWith({ version: '9' });
    expect((await client.call('consume_approval', { prompt_id: '#3', action })).isError).toBeFalsy();
    expect((await client.call('consume_approval', { prompt_id: '#3', action })).isError).toBe(true);
  });

  it('answers before the wait of a request begins, in one callback, and is in the list and the audit log as its own', async () => {
    const { give, askFor, agent, gateway, owner } = await startAttacked();
    const receiver = await startReceiver();
    const given = await give();
    const answered = await askFor({ version: '2' }, { callback_url: receiver.url });
    const read = await agent.request('GET', `/v1/prompts/${answered.prompt_num}?wait=30`);
    expect(read.json).toMatchObject({ state: 'answered', decided_by: 'grant', grant_id: given['grant_id'] });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({ grant_id: given['grant_id'], answered_by: null });
    expect(receiver.received).toHaveLength(1);
    const exported = await gateway.request('GET', '/v1/prompts?state=answered');
    expect(exported.text).toContain('"decided_by":"grant"');
    const audit = (await owner('GET', '/v1/audit')).json as unknown as { action: string; actor_kind?: string }[];
    expect(audit.filter(({ action }) => action === 'grant.given')).toHaveLength(1);
    expect(audit.some(({ action }) => action === 'prompt.answered')).toBe(false);
  });

  it('answers a question with a file or a media address without posting or keeping either', async () => {
    const { give, askFor, gateway, agent, questionWith, telegram, ada } = await startAttacked();
    await give();
    const messages = telegram.messages({ chat: ada }).length;
    const pictures = await startWebServer((_, response) => response.setHeader('content-type', 'image/png').end(png));
    const media = await askFor({ version: '2' }, { media_url: `${pictures}/plan.png` });
    expect(media).toMatchObject({ state: 'answered' });
    const form = new FormData();
    for (const [name, value] of Object.entries(questionWith({ action: deployWith({ version: '3' }) })))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    form.set('file', new Blob(['plan']), 'plan.txt');
    const reply = await gateway.request('POST', '/v1/prompts/new', { headers: { 'x-api-key': agent.key }, body: form });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json).toMatchObject({ state: 'answered' });
    expect(telegram.messages({ chat: ada }).length).toBeLessThanOrEqual(messages + 1);
  });

  it('answers no question whose action the chat of its giver cannot show whole: no press there would approve it', async () => {
    const { gateway, register, addPerson, sim, addressOf } = await startMessenger();
    const person = addPerson('Ada');
    await register({ id: 'approvals', target: person.target });
    await sim.setWebhook(addressOf('approvals'));
    const then = { grants: { max_sec: 3600, same: ['service', 'env'] } };
    await gateway.request('POST', '/v1/rules/new', { body: { rule_id: 'rule', actions: ['deploy'], then } });
    const ask = async (version: string, decisions = ['approve', 'edit', 'reject']) => {
      const body = { channel_id: 'approvals', text: 'Go?', action: deployWith({ version }), decisions };
      const reply = await gateway.request('POST', '/v1/prompts/new', { body });
      expect(reply.status, reply.text).toBe(200);
      return reply.json;
    };
    await ask('1');
    await sim.press({ person, button: 'Approve for 1 h' });
    await until(async () => (await gateway.request('GET', '/v1/grants')).text !== '[]');
    expect(await ask('2')).toMatchObject({ state: 'answered' });
    const long = 'x '.repeat(28_000);
    const unseen = await ask(long);
    expect(unseen).toMatchObject({ state: 'pending', warnings: [{ code: expect.stringContaining('uninspectable') }] });
    // With a button that shows all of it, a press would approve it.
    expect(await ask(long, ['approve', 'reject'])).toMatchObject({ state: 'answered' });
  });
});

describe('a hook', () => {
  const event = {
    session_id: 'abc123',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: { command: 'ls', cwd: '/srv' },
  };
  const verdict = (permissionDecision: string) => ({ hookSpecificOutput: { permissionDecision } });

  async function startHook(same: readonly string[]) {
    const asking = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
    const { gateway, telegram, ada, get } = asking;
    const agent = await makeKey(gateway, { preset: 'agent' });
    const owner = as(gateway, adminKey);
    const browser = await setUpConsole(gateway);
    const then = { grants: { max_sec: 3600, same } };
    await owner('POST', '/v1/rules/new', { rule_id: 'bash', actions: ['claude-code.Bash'], then });
    const hook = async (more: object = {}) =>
      (await agent.request('POST', '/v1/hooks/claude-code?wait_sec=10&channel=approvals', { ...event, ...more })).json;
    const list = async () => (await owner('GET', '/v1/grants')).json as unknown as { uses: number; covers: string }[];
    return { telegram, ada, get, hook, list, agent, owner, browser };
  }

  it('lets a call run by a standing approval, which is used in the same moment, and only for that input', async () => {
    const { telegram, ada, get, hook, list, agent } = await startHook(['cwd']);
    const first = hook();
    await until(async () => (await get(1)).state === 'pending');
    await telegram.press({ chat: ada, button: 'Approve for 1 h' });
    expect(await first).toMatchObject(verdict('allow'));
    const second = await hook({ tool_use_id: 'toolu_2', tool_input: { command: 'pwd', cwd: '/srv' } });
    expect(second).toMatchObject(verdict('allow'));
    expect(await get(2)).toMatchObject({ decided_by: 'grant', consumed_at: expect.any(String) });
    expect(await list()).toMatchObject([{ uses: 1 }]);
    const action = { name: 'claude-code.Bash', args: { command: 'pwd', cwd: '/srv' } };
    expect((await agent.request('POST', '/v1/prompts/2/consume', { action })).json).toMatchObject({
      code: 'already_consumed',
    });
    const other = hook({ tool_use_id: 'toolu_3', tool_input: { command: 'pwd', cwd: '/' } });
    await until(async () => (await get(3)).state === 'pending');
    await telegram.press({ chat: ada, button: 'Reject' });
    expect(await other).toMatchObject(verdict('deny'));
  });

  it('lets no input run by a standing approval of which only a part was sent, because it was too long', async () => {
    const { get, hook, list, browser, owner } = await startHook(['cwd']);
    const long = (end: string) => `ls ${'x'.repeat(40_000)}; rm -rf /; ${'y'.repeat(40_000)}${end}`;
    const first = hook({ tool_input: { command: long('1'), cwd: '/srv' } });
    await until(async () => (await get(1)).state === 'pending');
    const answer = { type: 'decision', value: 'approve', grant_sec: 3600 };
    expect((await browser.request('POST', '/v1/prompts/1/answer', answer)).status).toBe(200);
    await first;
    expect(await list()).toHaveLength(1);
    const second = await hook({ tool_use_id: 'toolu_2', tool_input: { command: long('2'), cwd: '/srv' } });
    expect((await owner('GET', '/v1/prompts/2')).json).toMatchObject({ decided_by: 'grant' });
    expect(second).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('too large'),
      },
    });
  });
});
