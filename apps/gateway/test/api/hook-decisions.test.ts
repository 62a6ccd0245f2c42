import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { connect } from '../mcp/clients.js';
import { startAsking } from './asking.js';

const event = {
  session_id: 'abc123',
  transcript_path: '/home/ada/.claude/abc123.jsonl',
  cwd: '/home/ada/app',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'npm publish', description: 'Publish the package' },
};
const permission = (decision: object) => ({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });

async function setUp(query = '', options = {}) {
  const asking = await startAsking({ ...options, env: { DEFAULT_PROMPT_CHANNEL_ID: 'approvals' } });
  const reply = asking.gateway.request('POST', `/v1/hooks/claude-code${query}`, { body: event });
  await until(async () => (await asking.get(1)).state === 'pending');
  return { ...asking, reply };
}

describe('the permission that a hook asks for', () => {
  it('shows the command, and is allowed by a press', async () => {
    const { telegram, ada, reply, chat } = await setUp();
    expect(chat()[0]).toContain('npm publish');
    await telegram.press({ chat: ada, button: 'Approve' });
    expect((await reply).json).toEqual(permission({ behavior: 'allow' }));
  });

  it('is denied by a press', async () => {
    const { telegram, ada, reply } = await setUp();
    await telegram.press({ chat: ada, button: 'Reject' });
    expect((await reply).json).toEqual(permission({ behavior: 'deny', message: 'A person denied this.' }));
  });

  it('is denied with the words that follow the press', async () => {
    const clock = manualClock();
    const { telegram, ada, reply, get } = await setUp('?ask_reason=on_reject', { clock });
    await telegram.press({ chat: ada, button: 'Reject' });
    telegram.writeText({ chat: ada, text: 'ID:#1 Use staging' });
    await until(async () => (await get(1)).decision?.reason === 'Use staging');
    let done = false;
    void reply.then(() => (done = true));
    await until(() => {
      clock.advance(500);
      return done;
    });
    expect((await reply).json).toEqual(permission({ behavior: 'deny', message: 'Use staging' }));
  });

  it('is denied without words when none follow in time', async () => {
    const clock = manualClock();
    const { telegram, ada, reply } = await setUp('?ask_reason=on_reject', { clock });
    await telegram.press({ chat: ada, button: 'Reject' });
    let done = false;
    void reply.then(() => (done = true));
    await until(() => {
      clock.advance(5000);
      return done;
    });
    expect((await reply).json).toEqual(permission({ behavior: 'deny', message: 'A person denied this.' }));
  });

  it('is allowed with the arguments that a person edited', async () => {
    const { telegram, ada, reply, chat } = await setUp();
    await telegram.press({ chat: ada, button: 'Edit' });
    await until(() => chat().length > 1);
    telegram.writeText({ chat: ada, text: 'ID:#1 command: npm publish --dry-run' });
    await telegram.waitForMessage(({ reply_markup }) => JSON.stringify(reply_markup ?? '').includes('Use these'));
    await telegram.press({ chat: ada, button: 'Use these' });
    expect((await reply).json).toEqual(
      permission({
        behavior: 'allow',
        updatedInput: { command: 'npm publish --dry-run', description: 'Publish the package' },
      }),
    );
  });
});

it('a decision reaches an MCP client with its arguments', async () => {
  const setup = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  const { key } = await makeKey(setup.gateway, { preset: 'asker' });
  const client = await connect('v2, revision 2026-07-28', 'HTTP', { url: setup.gateway.url, key });
  const args = {
    question: 'Deploy?',
    channel_id: 'approvals',
    action: { name: 'deploy', args: { version: '2.4.0' } },
    decisions: ['approve', 'reject'],
  };
  const first = await client.call('ask_human', { ...args, wait_sec: 0 });
  expect(first.structuredContent).toEqual({ status: 'pending', prompt_id: '#1' });
  const reply = client.call('ask_human', args, { onprogress: () => {} });
  await setup.telegram.press({ chat: setup.ada, button: 'Approve' });
  expect((await reply).structuredContent).toMatchObject({
    status: 'answered',
    prompt_id: '#1',
    answer: { type: 'decision', value: 'approve', args: { version: '2.4.0' }, reason: null },
  });
});
