import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { adminKey, as, makeKey } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { connect } from '../mcp/clients.js';
import { deploy, startRuled } from './fixture.js';

const event = {
  session_id: 'abc123',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  tool_input: { command: 'ls' },
};
const { tool_use_id: _id, ...withoutId } = event;
const allowed = { hookSpecificOutput: { permissionDecision: 'allow' } };

/** A gateway whose clock goes on, because hooks wait. */
async function startWithHooks() {
  const asking = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  const { gateway, get, chat } = asking;
  const owner = as(gateway, adminKey);
  const agent = await makeKey(gateway, { preset: 'agent' });
  const addRule = async (rule: object) => {
    const reply = await owner('POST', '/v1/rules/new', { rule_id: 'rule', actions: ['*'], ...rule });
    expect(reply.status, reply.text).toBe(201);
  };
  const press = async (button: string) => {
    await until(() => asking.chat().length > 0);
    await asking.telegram.press({ chat: asking.ada, button });
  };
  const hook = async (body: object = event) =>
    (await agent.request('POST', '/v1/hooks/claude-code?wait_sec=5&channel=approvals', body)).json;
  return { owner, addRule, hook, press, recordOf: get, atAda: chat };
}

describe('POST /v1/prompts/batch', () => {
  it('judges each entry by itself: one is allowed, one denied, one asked', async () => {
    const { addRule, agent, questionWith, atAda } = await startRuled();
    await addRule({ rule_id: 'a', actions: ['read.*'], then: { verdict: 'allow' } });
    await addRule({ rule_id: 'b', actions: ['drop.*'], then: { verdict: 'deny', reason: 'Never.' } });
    const prompts = ['read.x', 'drop.x', 'write.x'].map((name) => questionWith({ action: { name } }));
    const reply = await agent.request('POST', '/v1/prompts/batch', { prompts });
    expect(reply.status, reply.text).toBeLessThan(300);
    const states = (await agent.request('GET', '/v1/prompts?state=all')).json as { answer: string | null }[];
    expect(new Set(states.map(({ answer }) => answer))).toEqual(new Set(['approve', 'reject', null]));
    expect(atAda()).toHaveLength(1);
  });
});

describe('the MCP tool ask_human', () => {
  it('is judged: it returns the answer of a rule at once, and an approval is used once', async () => {
    const { addRule, gateway, atAda, owner } = await startRuled();
    await addRule({ then: { verdict: 'allow' } });
    const { key } = await makeKey(gateway, { preset: 'asker' });
    const client = await connect('v1', 'HTTP', { url: gateway.url, key });
    const given = { question: 'Deploy?', channel_id: 'approvals', action: deploy, decisions: ['approve', 'reject'] };
    const reply = await client.call('ask_human', given);
    expect(reply.structuredContent).toMatchObject({ answer: { type: 'decision', value: 'approve' } });
    expect((await client.call('consume_approval', { prompt_id: '#1', action: deploy })).isError).toBeFalsy();
    expect((await client.call('consume_approval', { prompt_id: '#1', action: deploy })).isError).toBe(true);
    await owner('PATCH', '/v1/rules/rule', { then: { verdict: 'deny', reason: 'Frozen.' } });
    const denied = await client.call('ask_human', { ...given, correlation_id: 'again' });
    expect(denied.structuredContent).toMatchObject({ answer: { value: 'reject', reason: 'Frozen.' } });
    expect(atAda()).toEqual([]);
  });
});

describe('a hook', () => {
  it('gives the verdict of a rule to the host at once, without a message, and uses the approval', async () => {
    const { addRule, owner, hook, atAda, recordOf } = await startWithHooks();
    await addRule({ actions: ['claude-code.Bash'], when: 'action.args.command == "ls"', then: { verdict: 'allow' } });
    await addRule({ rule_id: 'rest', actions: ['claude-code.*'], then: { verdict: 'deny', reason: 'Only ls.' } });
    expect(await hook()).toMatchObject(allowed);
    expect(await recordOf(1)).toMatchObject({ decided_by: 'rule', consumed_at: expect.any(String) });
    expect(await hook({ ...event, tool_use_id: 'toolu_2', tool_input: { command: 'ls; rm -rf /' } })).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Only ls.' },
    });
    expect(atAda()).toEqual([]);
    await owner('PATCH', '/v1/rules/rule', { then: { verdict: 'deny', reason: 'Frozen.' } });
    expect(await hook({ ...event, tool_use_id: 'toolu_3' })).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Frozen.' },
    });
  });

  it('hands the approval of a rule for a call without an id to one call only: each has a prompt of its own', async () => {
    const { addRule, hook, recordOf } = await startWithHooks();
    await addRule({ then: { verdict: 'allow' } });
    expect(await hook(withoutId)).toMatchObject(allowed);
    expect(await hook(withoutId)).toMatchObject(allowed);
    for (const num of [1, 2])
      expect(await recordOf(num)).toMatchObject({ decided_by: 'rule', consumed_at: expect.any(String) });
  });

  it('does not let an input pass that a rule allowed without its middle, because it was too long to send', async () => {
    const { addRule, hook } = await startWithHooks();
    await addRule({ when: '!action.args.command.contains("rm ")', then: { verdict: 'allow' } });
    const command = `ls ${'x'.repeat(40_000)}; rm -rf /; ${'y'.repeat(40_000)}`;
    expect(await hook({ ...event, tool_input: { command } })).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('too large'),
      },
    });
  });

  it('gives what a standing approval covers to the host at once, and uses the approval', async () => {
    const { addRule, hook, press, atAda, recordOf } = await startWithHooks();
    await addRule({ then: { grants: { max_sec: 3600, same: ['command'] } } });
    const asked = hook();
    await press('Approve for 1 h');
    expect(await asked).toMatchObject(allowed);
    const messages = atAda().length;
    expect(await hook({ ...event, tool_use_id: 'toolu_2' })).toMatchObject(allowed);
    expect(await recordOf(2)).toMatchObject({ decided_by: 'grant', consumed_at: expect.any(String) });
    expect(atAda().length - messages).toBeLessThanOrEqual(1);
  });

  it('does not let an input pass under a standing approval when it was too long to send whole', async () => {
    const { addRule, hook, press, recordOf } = await startWithHooks();
    await addRule({ then: { grants: { max_sec: 3600, same: ['file_path'] } } });
    const write = (id: string, content: string) =>
      hook({
        ...event,
        tool_name: 'Write',
        tool_use_id: id,
        tool_input: { file_path: '/a', content: content.repeat(70_000) },
      });
    const asked = write('toolu_2', 'x');
    await press('Approve for 1 h');
    expect(await asked).toMatchObject(allowed);
    expect(await write('toolu_3', 'y')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(await recordOf(2)).toMatchObject({ decided_by: 'grant' });
  });

  it('does not let a tool pass under the first part of its name', async () => {
    const { addRule, hook, recordOf } = await startWithHooks();
    const tool = 'a'.repeat(128 - 'claude-code.'.length);
    await addRule({ actions: [`claude-code.${tool}`], then: { verdict: 'allow' } });
    expect(await hook({ ...event, tool_name: `${tool}_delete` })).not.toMatchObject(allowed);
    expect(await recordOf(1)).toMatchObject({ decided_by: null });
    expect(await hook({ ...event, tool_name: tool, tool_use_id: 'toolu_2' })).toMatchObject(allowed);
  });
});
