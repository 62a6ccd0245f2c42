import { describe, expect, it } from 'vitest';
import { setUpConsole } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { run } from '../cli/command.js';
import { startAsking } from './asking.js';

const changed = ['12345678901234567890', '1e400', '0.30000000000000000001', '9007199254740993'];
const kept = ['1e30', '0.1', '1.0', '100e-2'];
const sentence = /is a number that would not be kept exactly: send it as a text/;

const asking = (number: string) =>
  `{"channel_id":"approvals","text":"Delete?","decisions":["approve","edit"],"action":{"name":"delete","args":{"ids":[1,${number}]}}}`;

describe('a number in the arguments of an action', () => {
  const shared = startOnce(startAsking);
  const send = (body: string | FormData, path = '/v1/prompts/new') =>
    shared().gateway.request('POST', path, {
      body,
      headers: typeof body === 'string' ? { 'content-type': 'application/json' } : {},
    });

  it.each(changed)(
    'that is written as %s is refused with its path, because reading would change it',
    async (number) => {
      const refused = await send(asking(number));
      expect(refused).toMatchObject({
        status: 400,
        json: { code: 'validation', detail: expect.stringMatching(sentence) },
      });
      expect(refused.json.issues).toMatchObject([{ path: ['action', 'args', 'ids', 1] }]);
      expect((await shared().list('?state=all')).json).toEqual([]);
    },
  );

  it('in a part of a form is refused in the same way', async () => {
    const form = new FormData();
    form.set('channel_id', 'approvals');
    form.set('text', 'Delete?');
    form.set('decisions', '["approve"]');
    form.set('action', '{"name":"delete","args":{"id":1e400}}');
    const refused = await send(form);
    expect(refused).toMatchObject({ status: 400, json: { code: 'validation' } });
    expect(refused.json.issues).toMatchObject([{ path: ['action', 'args', 'id'] }]);
  });

  it('in the input of a tool is refused by the hook', async () => {
    const event = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"id":1234567890123456789}}';
    const refused = await send(event, '/v1/hooks/claude-code?channel=approvals');
    expect(refused).toMatchObject({
      status: 400,
      json: { code: 'validation', issues: [{ path: ['tool_input', 'id'] }] },
    });
  });

  it('is not checked in other fields', async () => {
    const event = '{"hook_event_name":"Stop","at":1234567890123456789}';
    expect(await send(event, '/v1/hooks/claude-code?channel=approvals')).toMatchObject({ status: 200, json: {} });
  });
});

describe('a number of a call of ask_human', () => {
  const call = (number: string) =>
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ask_human","arguments":{"question":"Delete?",' +
    `"channel_id":"approvals","decisions":["approve"],"action":{"name":"delete","args":{"id":${number}}}}}}`;
  const refusal = {
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32_602, message: expect.stringMatching(/^action\.args\.id is a number that would not be kept/) },
  };

  it('is refused over HTTP when reading would change it', async () => {
    const { gateway, list } = await startAsking();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (const number of changed) {
      const refused = await gateway.request('POST', '/mcp', { body: call(number), headers });
      expect(refused.json).toEqual(refusal);
    }
    expect((await list('?state=all')).json).toEqual([]);
  });

  it('is refused over stdio when reading would change it', async () => {
    const { gateway, list } = await startAsking();
    const ended = await run(['mcp'], { env: { GATEWAY_URL: gateway.url }, input: `${call('1234567890123456789')}\n` });
    expect(ended.json).toEqual(refusal);
    expect((await list('?state=all')).json).toEqual([]);
  });
});

it('gateway hook --on-timeout deny denies a tool whose input has a number that JSON cannot keep', async () => {
  const { gateway, list } = await startAsking();
  const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
  for (const [host, event] of [
    ['codex', '{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"id":1234567890123456789}}'],
    ['copilot', String.raw`{"toolName":"bash","toolArgs":"{\"id\":1234567890123456789}"}`],
  ] as const) {
    const denied = await run(['hook', host, '--on-timeout', 'deny'], { env, input: event });
    expect(denied.stdout).toMatch(/"deny".*id is a number that would not be kept exactly/);
  }
  expect((await list('?state=all')).json).toEqual([]);
});

describe('a number of an edit', () => {
  const decide = { decisions: ['approve', 'edit'], action: { name: 'scale', args: { replicas: 3, note: null } } };

  it.each([
    ...changed.map((number) => `replicas: ${number}`),
    '{"replicas": 1e400}',
    '{"replicas": "1e400"}',
    'note: 9007199254740993',
  ])('is refused in the chat when it is written as %j, and the person reads why', async (words) => {
    const { ask, get, telegram, ada, chat } = await startAsking();
    await ask(decide);
    await telegram.press({ chat: ada, button: 'Edit' });
    await until(() => chat().length > 1);
    telegram.writeText({ chat: ada, text: `ID:#1 ${words}` });
    await until(() => chat().some((text) => /would not be kept exactly.*as a text/.test(text ?? '')));
    expect(JSON.stringify(telegram.messages({ chat: ada }))).not.toContain('Use these');
    expect(await get(1)).toMatchObject({ state: 'pending', decision: null });
  });

  it.each(kept)('keeps its value when it is written in the chat by %s', async (number) => {
    const { ask, get, telegram, ada, chat } = await startAsking();
    await ask(decide);
    await telegram.press({ chat: ada, button: 'Edit' });
    await until(() => chat().length > 1);
    telegram.writeText({ chat: ada, text: `ID:#1 replicas: ${number}` });
    await telegram.waitForMessage(({ reply_markup }) => JSON.stringify(reply_markup ?? '').includes('Use these'));
    await telegram.press({ chat: ada, button: 'Use these' });
    expect((await get(1)).decision).toMatchObject({ value: 'edit', args: { replicas: Number(number) } });
  });

  it('from the console is refused when reading would change it', async () => {
    const { gateway, ask, get } = await startAsking();
    const browser = await setUpConsole(gateway);
    await ask(decide);
    for (const replicas of ['1e400', '9007199254740993', '"9007199254740993"']) {
      const answer = `{"type":"decision","value":"edit","args":{"replicas":${replicas}}}`;
      const headers = { 'content-type': 'application/json' };
      const refused = await browser.request('POST', '/v1/prompts/1/answer', answer, headers);
      expect(refused).toMatchObject({ status: 400, json: { code: 'validation' } });
      expect(refused.json.detail).toMatch(/would not be kept exactly/);
    }
    expect((await get(1)).state).toBe('pending');
  });
});
