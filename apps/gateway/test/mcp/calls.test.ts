import { describe, expect, it, onTestFinished } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { sqlite } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startAsking, type Asking } from '../api/asking.js';
import { connect, kinds, type Kind } from './clients.js';

const auth = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey };
const question = { question: 'Ship it?', options: ['Yes', 'No'], channel_id: 'approvals' };
const onprogress = () => {};

async function clientOf({ gateway }: Pick<Asking, 'gateway'>, rights: object, kind: Kind = 'v1') {
  const { key } = await makeKey(gateway, rights);
  return await connect(kind, 'HTTP', { url: gateway.url, key });
}

describe('an MCP call', () => {
  const shared = startOnce(() => startAsking({ env: auth }));

  it.each(kinds)('lists the tools to %s, and none of them answers a question', async (kind) => {
    const client = await clientOf(shared(), { preset: 'asker' }, kind);
    const tools = 'ask_human await_answer cancel_prompt consume_approval send_message read_messages list_channels';
    expect(await client.tools()).toEqual(tools.split(' '));
  });

  it.each([
    ['ask_human', question, 'prompts:read', 'prompts:write'],
    ['ask_human', question, 'prompts:write', 'prompts:read'],
    ['await_answer', { prompt_id: '#1' }, 'prompts:write', 'prompts:read'],
    ['cancel_prompt', { prompt_id: '#1' }, 'prompts:read', 'prompts:write'],
    ['send_message', { channel_id: 'chat', text: 'Hi' }, 'messages:read', 'messages:send'],
    ['read_messages', { channel_id: 'chat' }, 'messages:send', 'messages:read'],
    ['list_channels', {}, 'prompts:read', 'channels:read'],
  ])('%s (%j) is refused to a key that has only %s', async (tool, args, held, missing) => {
    const client = await clientOf(shared(), { scopes: [held] });
    const reply = await client.call(tool, args);
    expect(reply.isError).toBe(true);
    expect(reply.content[0]?.text).toContain(`This key lacks the scope ${missing}`);
    expect((await shared().list('?state=all')).json).toEqual([]);
  });

  it.each([
    [
      'ask_human',
      { ...question, channel_id: 'nowhere' },
      'There is no channel "nowhere": list_channels has the channels.',
    ],
    ['send_message', { channel_id: 'nowhere', text: 'Hi' }, 'There is no channel "nowhere": list_channels has'],
    ['send_message', { channel_id: 'approvals', text: 'Hi' }, 'Channel "approvals" is of type PROMPT: ask_human needs'],
    ['await_answer', { prompt_id: 'abc' }, 'There is no prompt "abc": give the prompt_id that ask_human returned'],
    ['cancel_prompt', { prompt_id: '#99' }, 'There is no prompt "#99": give the prompt_id that ask_human returned'],
  ])('%s (%j) that is refused names tools, not routes', async (tool, args, text) => {
    const client = await clientOf(shared(), { preset: 'asker' });
    const reply = await client.call(tool, args);
    expect(reply.isError).toBe(true);
    expect(reply.content[0]?.text).toContain(text);
    expect(reply.content[0]?.text).not.toMatch(/\/v1|POST|%23/);
  });

  it('refuses a ttl_sec outside the limits of the API', async () => {
    const client = await clientOf(shared(), { preset: 'asker' });
    for (const ttl_sec of [-1, 604_801]) {
      const refused = await client.call('ask_human', { ...question, ttl_sec }).catch(String);
      expect(JSON.stringify(refused)).toContain('ttl_sec');
    }
    expect((await shared().list('?state=all')).json).toEqual([]);
  });

  it.each<Record<string, string>>([
    {},
    { 'x-api-key': 'wrong' },
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic d3Jvbmc=' },
  ])('with the headers %j gets 401', async (headers) => {
    const refused = await fetch(`${shared().gateway.url}/mcp`, { method: 'POST', headers, body: '{}' });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('that opens a stream for messages of the server gets 405, because there are none', async () => {
    const headers = { 'x-api-key': adminKey, accept: 'text/event-stream' };
    expect((await fetch(`${shared().gateway.url}/mcp`, { headers })).status).toBe(405);
  });

  it.each([
    ['has no way to be answered', { question: 'Why?' }, /^This question could not be answered/],
    ['has empty options', { question: 'Why?', options: [] }, /^This question could not be answered/],
    ['names an unknown channel', { ...question, channel_id: 'nowhere' }, /^There is no channel "nowhere"/],
    ['has no channel', { question: 'Why?', allow_text: true }, /^Give a channel_id/],
  ])('asks nothing when the question %s', async (_case, args, reason) => {
    const client = await clientOf(shared(), { preset: 'asker' });
    const reply = await client.call('ask_human', args);
    expect(reply.isError).toBe(true);
    expect(reply.content[0]?.text).toMatch(reason);
    expect((await shared().list('?state=all')).json).toEqual([]);
  });
});

describe('two MCP calls at once', () => {
  it('with different questions get their own answers', async () => {
    const setup = await startAsking({ env: auth });
    const client = await clientOf(setup, { preset: 'asker' });
    const replies = ['First?', 'Second?'].map((text) =>
      client.call('ask_human', { ...question, question: text }, { onprogress }),
    );
    await until(() => setup.telegram.messages({ chat: setup.ada }).length === 2);
    for (const message of setup.telegram.messages({ chat: setup.ada }))
      await setup.telegram.press({ chat: setup.ada, message, button: message.text?.includes('First') ? 'Yes' : 'No' });
    expect((await Promise.all(replies)).map(({ structuredContent }) => structuredContent.answer.value)).toEqual([
      'Yes',
      'No',
    ]);
  });

  it('with the same question share one prompt, and another key gets its own', async () => {
    const setup = await startAsking({ env: auth });
    const [client, other] = [await clientOf(setup, { preset: 'asker' }), await clientOf(setup, { preset: 'asker' })];
    const args = { ...question, wait_sec: 0 };
    const replies = await Promise.all([1, 2, 3].map(() => client.call('ask_human', args)));
    expect(replies.map(({ structuredContent }) => structuredContent.prompt_id)).toEqual(['#1', '#1', '#1']);
    expect((await other.call('ask_human', args)).structuredContent.prompt_id).toBe('#2');
  });
});

it.each(kinds)('calls of two clients of %s with the same request id get their own answers', async (kind) => {
  const setup = await startAsking({ env: auth });
  const clients = await Promise.all([1, 2].map(() => clientOf(setup, { preset: 'asker' }, kind)));
  const replies = clients.map((client, index) =>
    client.call('ask_human', { ...question, question: `Question ${index}?` }, { onprogress }),
  );
  await until(() => setup.telegram.messages({ chat: setup.ada }).length === 2);
  for (const message of setup.telegram.messages({ chat: setup.ada }))
    await setup.telegram.press({ chat: setup.ada, message, button: message.text?.includes('0') ? 'Yes' : 'No' });
  const values = (await Promise.all(replies)).map(({ structuredContent }) => structuredContent.answer.value);
  expect(values).toEqual(['Yes', 'No']);
});

describe('a question of an MCP client', () => {
  it('with a correlation id keeps it, and is found again by it', async () => {
    const setup = await startAsking({ env: auth });
    const client = await clientOf(setup, { preset: 'asker' });
    const args = { ...question, correlation_id: 'release-7', wait_sec: 0 };
    const ids = [];
    for (const each of [args, args, { ...args, question: 'Really?' }])
      ids.push((await client.call('ask_human', each)).structuredContent.prompt_id);
    expect(ids).toEqual(['#1', '#1', '#2']);
    expect(await setup.get(1)).toMatchObject({ correlation_id: 'release-7', text: 'Ship it?' });
  });

  it.each([
    ['correlation id', { correlation_id: 'call-1' }],
    ['channel', {}],
  ])('never gets the approval of another action with the same %s', async (_what, shared) => {
    const setup = await startAsking({ env: auth });
    const client = await clientOf(setup, { preset: 'asker' });
    const deciding = (args: object) => ({
      ...shared,
      question: 'Run it?',
      channel_id: 'approvals',
      action: { name: 'bash', args },
      decisions: ['approve', 'reject'],
      wait_sec: 0,
    });
    await client.call('ask_human', deciding({ command: 'ls' }));
    await setup.telegram.press({ chat: setup.ada, button: 'Approve' });
    for (const args of [{ command: 'rm -rf /' }, { command: 'ls', cwd: null }])
      expect((await client.call('ask_human', deciding(args))).structuredContent.status).toBe('pending');
    expect((await client.call('ask_human', deciding({ command: 'ls' }))).structuredContent).toMatchObject({
      prompt_id: '#1',
      answer: { value: 'approve', args: { command: 'ls' } },
    });
  });

  it('gets its answer once, also from another instance', async () => {
    const engine = sqlite;
    const setup = await startAsking({ env: { ...(await engine.empty()), ...auth } });
    const { key } = await makeKey(setup.gateway, { preset: 'asker' });
    const first = await connect('v1', 'HTTP', { url: setup.gateway.url, key });
    await first.call('ask_human', { ...question, wait_sec: 0 });
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    expect((await first.call('ask_human', question)).structuredContent).toMatchObject({ answer: { value: 'Yes' } });
    const again = await connect('v1', 'stdio', { url: setup.gateway.url, key });
    expect((await again.call('ask_human', { ...question, wait_sec: 0 })).structuredContent).toEqual({
      status: 'pending',
      prompt_id: '#2',
    });
  });

  it('that expires is reported as expired', async () => {
    const clock = manualClock();
    const setup = await startAsking({ env: auth, clock });
    const client = await clientOf(setup, { preset: 'asker' });
    const reply = client.call('ask_human', { ...question, ttl_sec: 60 }, { onprogress });
    await until(() => setup.telegram.messages({ chat: setup.ada }).length === 1);
    await until(async () => {
      clock.advance(10_000);
      return (await setup.get(1)).state === 'expired';
    });
    expect((await reply).structuredContent).toEqual({ status: 'expired', prompt_id: '#1', reason: 'ttl' });
  });

  it('is cancelled by cancel_prompt, which tells the result of a closed question', async () => {
    const setup = await startAsking({ env: auth });
    const client = await clientOf(setup, { preset: 'asker' });
    await client.call('ask_human', { ...question, wait_sec: 0 });
    for (let time = 0; time < 2; time += 1)
      expect((await client.call('cancel_prompt', { prompt_id: '#1' })).structuredContent).toEqual({
        status: 'expired',
        prompt_id: '#1',
        reason: 'cancelled',
      });
    expect(await setup.get(1)).toMatchObject({ closed_reason: 'cancelled' });
    expect((await client.call('cancel_prompt', { prompt_id: '#9' })).isError).toBe(true);
  });

  it.each(kinds)('no longer occupies the gateway after %s has cancelled its call', async (kind) => {
    const clock = manualClock();
    const setup = await startAsking({ env: auth, clock });
    const client = await clientOf(setup, { preset: 'asker' }, kind);
    const calls = () => setup.gateway.logLines.filter((line) => line.includes('"path":"/mcp"')).length;
    const cancelling = new AbortController();
    const reply = client.call('ask_human', question, { signal: cancelling.signal, onprogress });
    await until(async () => (await setup.get(1)).state === 'pending');
    const before = calls();
    cancelling.abort();
    await expect(reply).rejects.toThrow();
    // The request log has a line when the response has ended: of the call, and of the notification of 2025.
    await until(() => calls() >= before + (kind === 'v2, revision 2026-07-28' ? 1 : 2));
    expect(await setup.get(1)).toMatchObject({ state: 'pending' });
  });
});

describe('a restart of the gateway', () => {
  it.each(kinds)('ends the call of %s as pending, and the same call finds the question', async (kind) => {
    const { telegram, env: platform } = await startTelegram();
    const env = { ...(await sqlite.empty()), ...platform, ...auth };
    const first = await startTestGateway({ env });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(first, telegram, { id: 'approvals', chat: ada });
    const { key } = await makeKey(first, { preset: 'asker' });
    const before = await connect(kind, 'HTTP', { url: first.url, key });
    const interrupted = before.call('ask_human', question, { onprogress });
    await until(() => telegram.messages({ chat: ada }).length === 1);
    await first.stop();
    expect((await interrupted).structuredContent).toEqual({ status: 'pending', prompt_id: '#1' });

    const second = await startTestGateway({ env });
    const after = await connect(kind, 'HTTP', { url: second.url, key });
    const reply = after.call('ask_human', question, { onprogress });
    await telegram.press({ chat: ada, button: 'Yes' });
    expect((await reply).structuredContent).toMatchObject({ prompt_id: '#1', answer: { value: 'Yes' } });
  });

  it('is waited out by the server over stdio', { tags: ['slow'] }, async () => {
    const { telegram, env: platform } = await startTelegram();
    const env = { ...(await sqlite.empty()), ...platform, ...auth };
    const first = await startTestGateway({ env });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(first, telegram, { id: 'approvals', chat: ada });
    const { key } = await makeKey(first, { preset: 'asker' });
    const client = await connect('v2, revision 2026-07-28', 'stdio', { url: first.url, key });
    onTestFinished(() => client.close());
    const reply = client.call('ask_human', question, { onprogress });
    await until(() => telegram.messages({ chat: ada }).length === 1);
    const { port } = new URL(first.url);
    await first.stop();
    await startTestGateway({ env: { ...env, PORT: port } });
    await telegram.press({ chat: ada, button: 'Yes' });
    expect((await reply).structuredContent).toMatchObject({ prompt_id: '#1', answer: { value: 'Yes' } });
  });
});

it('messages and channels are read and sent by MCP tools', async () => {
  const { telegram, env: platform } = await startTelegram();
  const env = { ...(await sqlite.empty()), ...platform, ...auth, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
  const gateway = await startTestGateway({ env });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, {
    id: 'chat',
    chat: ada,
    type: 'MESSAGE',
    callbackUrl: 'http://127.0.0.1:9/none',
  });
  const client = await clientOf({ gateway }, { preset: 'asker' });
  const { channels } = (await client.call('list_channels')).structuredContent;
  expect(channels).toEqual([{ channel_id: 'chat', channel_type: 'MESSAGE', platform: 'telegram', is_active: true }]);
  const sent = await client.call('send_message', { channel_id: 'chat', text: 'Hello' });
  expect(sent.structuredContent).toMatchObject({ status: 'sent', text: 'Hello', direction: 'outbound' });
  const { messages } = (await client.call('read_messages', { channel_id: 'chat', limit: 1 })).structuredContent;
  expect(messages).toMatchObject([{ text: 'Hello' }]);
});
