import { describe, expect, it } from 'vitest';
import { revokeKey } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import type { GatewayOptions } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startAsking, type Asking } from './asking.js';

const session = { session_id: 'abc123', transcript_path: '/home/ada/.claude/abc123.jsonl', cwd: '/home/ada/app' };

function askUserQuestion(...questions: string[]) {
  return {
    ...session,
    hook_event_name: 'PreToolUse',
    tool_name: 'AskUserQuestion',
    tool_use_id: 'toolu_01',
    tool_input: {
      questions: questions.map((question) => ({
        question,
        header: 'Choice',
        options: [
          { label: 'Yes', description: 'Do it' },
          { label: 'No', description: 'Leave it' },
        ],
        multiSelect: false,
      })),
    },
  };
}

const one = askUserQuestion('Ship it?');
const result = (answers: Record<string, string>, event = one) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'allow',
    updatedInput: { ...event.tool_input, answers },
  },
});

async function setUp({ env, ...options }: GatewayOptions = {}) {
  const asking = await startAsking({ ...options, env: { DEFAULT_PROMPT_CHANNEL_ID: 'approvals', ...env } });
  const hook = (body: unknown, query = '', headers: Record<string, string> = {}) =>
    asking.gateway.request('POST', `/v1/hooks/claude-code${query}`, { body, headers });
  return { ...asking, hook };
}

const isAsked = ({ get }: Asking, num = 1) => until(async () => (await get(num)).state === 'pending');

/** Turns the clock until `work` has ended. */
async function turnUntil<T>(clock: ReturnType<typeof manualClock>, work: Promise<T>): Promise<T> {
  let done = false;
  const ended = work.finally(() => (done = true));
  await until(() => {
    if (!done) clock.advance(5000);
    return done;
  });
  return await ended;
}

describe('a hook of Claude Code', () => {
  const shared = startOnce(setUp);

  it('is held until people have answered, one question after the other', async () => {
    const setup = await setUp();
    const event = askUserQuestion('Ship it?', 'When?');
    const reply = setup.hook(event);
    await isAsked(setup, 1);
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    await isAsked(setup, 2);
    setup.telegram.writeText({ chat: setup.ada, text: 'ID:#2 Tonight' });
    expect((await reply).json).toEqual(result({ 'Ship it?': 'Yes', 'When?': 'Tonight' }, event));
  });

  it('asks on the channel of the query', async () => {
    const setup = await setUp({ env: { DEFAULT_PROMPT_CHANNEL_ID: 'another' } });
    const reply = setup.hook(one, '?channel=approvals');
    await isAsked(setup);
    await setup.telegram.press({ chat: setup.ada, button: 'No' });
    expect((await reply).json).toEqual(result({ 'Ship it?': 'No' }));
  });

  it.each(['PostToolUse', 'Notification', 'Stop', 'SomethingNew'])(
    'that has nothing to decide (%s) gets an empty reply at once',
    async (name) => {
      const { hook } = shared();
      expect(await hook({ ...one, hook_event_name: name })).toMatchObject({ status: 200, json: {} });
    },
  );

  it.each([
    ['?wait_sec=0', one, /^wait_sec must/],
    ['?wait_sec=86401', one, /^wait_sec must/],
    ['?wait_sec=1.5', one, /^wait_sec must/],
    ['?on_timeout=allow', one, /^on_timeout /],
    ['?ask_reason=always', one, /^ask_reason /],
    ['?channel=', one, /^channel /],
    ['?channel=nowhere', one, /^There is no channel "nowhere"/],
    ['', {}, /^hook_event_name /],
    ['', [], /./],
  ])('with the query %j and an invalid part is refused', async (query, body, detail) => {
    const refused = await shared().hook(body, query);
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(detail);
    expect((await shared().list('?state=all')).json).toEqual([]);
  });

  it('without any channel is refused', async () => {
    const setup = await startAsking();
    const refused = await setup.gateway.request('POST', '/v1/hooks/claude-code', { body: one });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(/^Give a channel_id, or set DEFAULT_PROMPT_CHANNEL_ID/);
  });
});

describe('a hook without an answer in time', () => {
  it.each([
    ['', 540, {}],
    ['?wait_sec=60', 60, {}],
    [
      '?wait_sec=60&on_timeout=deny',
      60,
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'There was no answer in time.',
        },
      },
    ],
  ])('with the query %j ends after %d s, and its question expires', async (query, seconds, output) => {
    const clock = manualClock();
    const setup = await setUp({ clock });
    const startedAt = clock.now();
    const reply = setup.hook(one, query);
    await isAsked(setup);
    expect((await turnUntil(clock, reply)).json).toEqual(output);
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(seconds * 1000);
    expect(await setup.get(1)).toMatchObject({ state: 'expired', closed_reason: 'ttl' });
  });
});

describe('the same hook event again', () => {
  it('continues its open question after the host has disconnected', async () => {
    const setup = await setUp();
    const host = new AbortController();
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(one), signal: host.signal };
    const first = fetch(`${setup.gateway.url}/v1/hooks/claude-code`, init);
    await isAsked(setup);
    host.abort();
    await expect(first).rejects.toThrow();
    const second = setup.hook(one);
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    expect((await second).json).toEqual(result({ 'Ship it?': 'Yes' }));
    expect((await setup.list('?state=all')).json).toHaveLength(1);
  });

  it('gets its answer of the last 5 minutes, and later a new question', async () => {
    const clock = manualClock();
    const setup = await setUp({ clock });
    const first = setup.hook(one);
    await isAsked(setup);
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    await first;
    clock.advance(4 * 60_000);
    expect((await setup.hook(one)).json).toEqual(result({ 'Ship it?': 'Yes' }));
    clock.advance(60_000);
    const later = setup.hook(one);
    await isAsked(setup, 2);
    await setup.telegram.press({
      chat: setup.ada,
      message: setup.telegram.messages({ chat: setup.ada })[1],
      button: 'No',
    });
    expect((await later).json).toEqual(result({ 'Ship it?': 'No' }));
  });

  it('asks a new question when it comes with another key', async () => {
    const setup = await setUp({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
    const { key } = await makeKey(setup.gateway, { preset: 'asker' });
    const replies = [setup.hook(one), setup.hook(one, '', { 'x-api-key': key })];
    await isAsked(setup, 1);
    await isAsked(setup, 2);
    for (const message of setup.telegram.messages({ chat: setup.ada }))
      await setup.telegram.press({ chat: setup.ada, message, button: 'Yes' });
    for (const reply of await Promise.all(replies)) expect(reply.json).toEqual(result({ 'Ship it?': 'Yes' }));
  });
});

describe('the key of a hook', () => {
  const env = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey };

  it('needs prompts:write and nothing else', async () => {
    const setup = await setUp({ env });
    const reader = await makeKey(setup.gateway, { preset: 'readonly' });
    expect((await reader.request('POST', '/v1/hooks/claude-code', one)).status).toBe(403);
    const asker = await makeKey(setup.gateway, { scopes: ['prompts:write'] });
    const reply = asker.request('POST', '/v1/hooks/claude-code', one);
    await isAsked(setup);
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    expect((await reply).json).toEqual(result({ 'Ship it?': 'Yes' }));
  });

  it('ends the hook when it is revoked', async () => {
    const setup = await setUp({ env });
    const asker = await makeKey(setup.gateway, { scopes: ['prompts:write'] });
    const reply = asker.request('POST', '/v1/hooks/claude-code', one);
    await isAsked(setup);
    await setup.gateway.call(revokeKey, { params: { id: asker.id } });
    expect((await reply).status).toBe(401);
  });
});

describe('a held hook', () => {
  it('ends without a decision when the gateway stops', async () => {
    const setup = await setUp();
    const reply = setup.hook(one);
    await isAsked(setup);
    const stopping = setup.gateway.stop();
    expect((await reply).json).toEqual({});
    await stopping;
  });

  it('occupies nothing after the host has disconnected', async () => {
    const clock = manualClock();
    const setup = await setUp({ clock });
    const host = new AbortController();
    const ended = () => setup.gateway.logLines.filter((line) => line.includes('/v1/hooks/claude-code')).length;
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(one), signal: host.signal };
    const reply = fetch(`${setup.gateway.url}/v1/hooks/claude-code`, init);
    await isAsked(setup);
    await setup.get(1, '?wait=0');
    const held = clock.waiting;
    host.abort();
    await expect(reply).rejects.toThrow();
    await until(() => ended() === 1);
    await until(() => clock.waiting < held);
  });
});

it('an Elicitation hook gives an MCP server the value that a person chose', async () => {
  const setup = await setUp();
  const reply = setup.hook({
    ...session,
    hook_event_name: 'Elicitation',
    mcp_server_name: 'tickets',
    message: 'Which kind?',
    requested_schema: {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['bug', 'wish'] } },
      required: ['kind'],
    },
  });
  await isAsked(setup);
  await setup.telegram.press({ chat: setup.ada, button: 'wish' });
  expect((await reply).json).toEqual({
    hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept', content: { kind: 'wish' } },
  });
});
