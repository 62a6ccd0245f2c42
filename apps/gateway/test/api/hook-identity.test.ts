import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adminKey, makeKey } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const use = { session_id: 'abc123', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'toolu_1' };
const request = { session_id: 'abc123', hook_event_name: 'PermissionRequest', tool_name: 'Bash' };
const running = (event: object, command: string) => ({ ...event, tool_input: { command } });
const allowed = { hookSpecificOutput: { permissionDecision: 'allow' } };

async function setUp(env = {}) {
  const asking = await startAsking({ env: { DEFAULT_PROMPT_CHANNEL_ID: 'approvals', ...env } });
  const hook = (body: object, waitSec = 1) =>
    asking.gateway.request('POST', `/v1/hooks/claude-code?wait_sec=${waitSec}`, { body });
  /** Asks, and presses a button of the question. */
  const decide = async (body: object, num: number, button: string) => {
    const reply = hook(body, 60);
    await until(async () => (await asking.get(num)).state === 'pending');
    await asking.telegram.press({
      chat: asking.ada,
      message: asking.telegram.messages({ chat: asking.ada })[num - 1],
      button,
    });
    return (await reply).json;
  };
  return { ...asking, hook, decide };
}

describe('the approval of a command', () => {
  it('is not returned for another command with the same tool use id', async () => {
    const { hook, decide, list } = await setUp();
    expect(await decide(running(use, 'ls'), 1, 'Approve')).toMatchObject(allowed);
    expect((await hook(running(use, 'rm -rf /'))).json).toEqual({});
    expect((await hook(running(use, 'ls'))).json).toMatchObject(allowed);
    expect((await list('?state=all')).json).toHaveLength(2);
  });

  it('is not returned for a question that the agent asked itself under the correlation id of the hook', async () => {
    const { ask, hook, decide, get, telegram, ada } = await setUp();
    await decide(running(use, 'rm -rf /'), 1, 'Reject');
    const { correlation_id } = await get(1);
    const decisions = ['approve', 'reject'];
    const action = { name: 'claude-code.Bash', args: { command: 'ls' } };
    await ask({ correlation_id, decisions, action, text: 'Claude Code asks for permission to use Bash.' });
    await ask({
      correlation_id,
      decisions,
      labels: { approve: 'Show files' },
      action: { name: 'claude-code.Bash', args: { command: 'rm -rf /' } },
    });
    for (const [index, button] of ['Approve', 'Show files'].entries())
      await telegram.press({ chat: ada, message: telegram.messages({ chat: ada })[index + 1], button });
    expect((await hook(running(use, 'rm -rf /'))).json).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  });

  it('is returned once when the host gave the tool use no id', async () => {
    const { hook, decide, list } = await setUp();
    const event = running(request, 'ls');
    expect(await decide(event, 1, 'Approve')).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'allow' } },
    });
    expect((await hook(event)).json).toEqual({});
    expect((await list('?state=all')).json).toHaveLength(2);
  });

  it('is returned to one of two equal events without an id, and the other one gets a question of its own', async () => {
    const { gateway, hook, get, telegram, ada, list } = await setUp();
    const event = running(request, 'ls');
    const replies = [hook(event, 60), hook(event, 60)];
    for (const num of [1, 2]) {
      await until(async () => (await get(num)).state === 'pending');
      await telegram.press({
        chat: ada,
        message: telegram.messages({ chat: ada })[num - 1],
        button: num === 1 ? 'Approve' : 'Reject',
      });
    }
    const results = (await Promise.all(replies)).map(({ json }) => json.hookSpecificOutput.decision.behavior);
    expect(new Set(results)).toEqual(new Set(['allow', 'deny']));
    expect((await list('?state=all')).json).toHaveLength(2);
    const body = { action: { name: 'claude-code.Bash', args: { command: 'ls' } } };
    expect((await gateway.request('POST', '/v1/prompts/1/consume', { body })).status).toBe(409);
  });
});

describe('an answer', () => {
  const env = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey };

  it('can be taken once, and only by the key that asked', async () => {
    const { gateway, ask, telegram, ada } = await setUp(env);
    const asker = await makeKey(gateway, { preset: 'asker' });
    const other = await makeKey(gateway, { preset: 'asker' });
    const take = (key: typeof asker) => key.request('POST', '/v1/prompts/2/take-answer', undefined);
    await ask({ options: ['Yes'] });
    await asker.request('POST', '/v1/prompts/new', { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] });
    expect((await take(asker)).status).toBe(409);
    await telegram.press({ chat: ada, message: telegram.messages({ chat: ada })[1], button: 'Yes' });
    expect((await take(other)).status).toBe(403);
    const replies = await Promise.all([1, 2, 3].map(() => take(asker)));
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(replies.find(({ status }) => status === 200)?.json).toMatchObject({ id: '#2', answer: 'Yes' });
  });
});

describe('a long argument of a hook', () => {
  it.each([200_000, 60_000, 1000])(
    'of %d characters is shown with its true length, and kept or hashed',
    async (length) => {
      const { hook, get, chat } = await setUp();
      const content = 'A'.repeat(length);
      const event = { ...use, tool_name: 'Write', tool_input: { file_path: 'a.txt', content } };
      expect((await hook(event)).json).toEqual({});
      expect(chat()[0]).toContain(`(${length} characters`);
      const { args } = (await get(1)).action;
      if (length <= 60_000) expect(args.content).toBe(content);
      else expect(args.content).toContain(createHash('sha256').update(content).digest('hex'));
    },
  );
});
