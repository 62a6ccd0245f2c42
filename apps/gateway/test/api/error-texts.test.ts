import { describe, expect, it } from 'vitest';
import type { TestGateway } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { setUpConsole, signInAs } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

const detailOf = async (gateway: TestGateway, path: string, body?: unknown) =>
  (await gateway.request('POST', path, { body })).json.detail;

const shared = startOnce(startAsking);

describe('the detail of a rejected body', () => {
  it('names up to three issues and suggests the intended field', async () => {
    const { gateway } = shared();
    const prompt = { channel_id: 'approvals', text: 'Ship it?' };
    for (const [body, detail] of [
      [{ message: 't' }, 'text is required; message is unknown (did you mean text?).'],
      [{ ...prompt, callbackUrl: 'x' }, 'callbackUrl is unknown (did you mean callback_url?).'],
      [{ ...prompt, 'correlation-id': 'x' }, 'correlation-id is unknown (did you mean correlation_id?).'],
      [{ ...prompt, option: [] }, 'option is unknown (did you mean options?).'],
      [{ ...prompt, ttl: 1 }, 'ttl is unknown (did you mean ttl_sec?).'],
      [{ ...prompt, media: 'x' }, 'media is unknown (did you mean media_url or media_path?).'],
      [{ ...prompt, colour: 'red' }, 'colour is unknown.'],
      [
        { text: 1, options: 'Yes', ttl_sec: -1, colour: 1, shape: 2 },
        'text must be a string, not a number; options must be a list of strings, such as ["Yes","No"]; ttl_sec must be at least 0 (and 2 more).',
      ],
    ] as const)
      expect(await detailOf(gateway, '/v1/prompts/new', body)).toBe(detail);
  });

  it('says what a value must be, with its unit or an example', async () => {
    const { gateway } = shared();
    const prompt = { channel_id: 'approvals', text: 'Ship it?' };
    for (const [body, detail] of [
      [{ ...prompt, text: 7 }, 'text must be a string, not a number.'],
      [{ ...prompt, text: ' \n' }, 'text must not be blank.'],
      [{ ...prompt, ttl_sec: 604_801 }, 'ttl_sec must be at most 604800 (7 days; 0: never).'],
      [{ ...prompt, options: { a: 1 } }, 'options must be a list of strings, such as ["Yes","No"].'],
    ] as const)
      expect(await detailOf(gateway, '/v1/prompts/new', body)).toBe(detail);
    const keys = await detailOf(gateway, '/v1/keys/new', { name: 'agent' });
    for (const name of ['agent', 'readonly', 'admin', 'prompts:write', 'deliveries:read']) expect(keys).toContain(name);
    const channel = { channel_id: 'new-one', platform: 'telegram', target_chat_id: '1', channel_type: 'PROMPT' };
    expect(await detailOf(gateway, '/v1/channels/new', channel)).toBe('Telegram needs the credential bot_token.');
    expect(await detailOf(gateway, '/v1/channels/new', { ...channel, platform: 'slack' })).toMatch(
      /^Slack needs the credentials \w+, \w+/,
    );
    const credentials = { bot_token: 'a b', application_id: 'x', public_key: 'x' };
    expect(await detailOf(gateway, '/v1/channels/new', { ...channel, platform: 'discord', credentials })).toMatch(
      /The credential \w+ is not valid: .*[^.]\. The credential \w+ is not valid: .*[^.]\.$/,
    );
  });

  it('suggests the intended parameter of a query', async () => {
    const { gateway } = shared();
    const { json } = await gateway.request('GET', '/v1/prompts?channelId=a');
    expect(json.detail).toBe('channelId is unknown (did you mean channel_id?).');
  });

  it.each([
    ['{"text":}', `line 1, column 9: '}' instead of a value`],
    ['{"text":"a",}', `line 1, column 13: '}' instead of a name in double quotes`],
    ['{"text":"a"', 'line 1, column 12: the end instead of , or }'],
    ['{\n  "text": "a"\n  "options": []\n}', `line 3, column 3: '"' instead of , or }`],
    ["{'text':'a'}", `line 1, column 2: ''' instead of a name in double quotes or }`],
    ['{"text":“a”}', 'line 1, column 9: U+201C instead of a value'],
    ['{"options":["a",]}', `line 1, column 17: ']' instead of a value`],
    ['{"options":["a"}', `line 1, column 16: '}' instead of , or ]`],
    ['{"text":"a\nb"}', 'line 1, column 11: U+000A instead of the end of the string or a valid escape'],
    ['{"text":"C:\\q"}', `line 1, column 12: '\\' instead of the end of the string or a valid escape`],
    ['{"text":"a', 'line 1, column 11: the end instead of the end of the string or a valid escape'],
    ['{"ttl_sec":01}', `line 1, column 13: '1' instead of , or }`],
    ['{"ttl_sec":NaN}', `line 1, column 12: 'N' instead of a value`],
    ['{}{}', `line 1, column 3: '{' instead of the end`],
    ['text=hello', `line 1, column 1: 't' instead of a value`],
  ])('names the position where %j is not valid JSON', async (body, fault) => {
    const { gateway } = shared();
    const headers = { 'content-type': 'application/json' };
    const { status, json } = await gateway.request('POST', '/v1/prompts/new', { body, headers });
    expect([status, json.detail]).toEqual([400, `The body is not valid JSON: ${fault}.`]);
  });
});

describe('a form', () => {
  const send = (gateway: TestGateway, parts: readonly (readonly [string, string | Blob])[]) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    return gateway.request('POST', '/v1/prompts/new', { body: form });
  };
  const prompt = [
    ['channel_id', 'approvals'],
    ['text', 'Ship it?'],
  ] as const;

  it('accepts one part per option and rejects other repeated parts', async () => {
    const { gateway, get } = shared();
    const asked = await send(gateway, [...prompt, ['options', 'Yes'], ['options', 'No, ["wait"]']]);
    expect(asked.status).toBe(200);
    expect((await get(asked.json.prompt_num)).options).toEqual(['Yes', 'No, ["wait"]']);
    const twice = await send(gateway, [...prompt, ['options', 'Yes'], ['options', 'Yes']]);
    expect(twice.json.detail).toMatch(/^options must not repeat a label/);
    const text = await send(gateway, [...prompt, ['text', 'Again?']]);
    expect(text.json.detail).toBe('text was sent more than once: send one part for it.');
  });

  it('that has an invalid part is rejected with an example of the right form', async () => {
    const { gateway } = shared();
    const file = new Blob(['x']);
    for (const [part, example] of [
      [['options', '["Yes"'], '["Yes","No"]'],
      [['options[]', 'Yes'], '["Yes","No"]'],
      [['attachment', file], 'file=@plan.pdf'],
      [['file', 'plan.pdf'], 'file=@plan.pdf'],
      [['allowText', 'true'], 'did you mean allow_text?'],
    ] as const) {
      const refused = await send(gateway, [...prompt, part]);
      expect([refused.status, refused.json.detail]).toEqual([400, expect.stringContaining(example)]);
    }
  });
});

describe('a wrong address', () => {
  it.each([
    ['POST', '/v1/prompts', 405, 'POST is accepted by /v1/prompts/new, /v1/prompts/batch.'],
    ['POST', '/v1/messages', 405, 'POST is accepted by /v1/messages/send.'],
    ['GET', '/v1/prompts/abc', 404, 'the id #12 is written 12 or %2312'],
    ['GET', '/v1/promts', 404, 'did you mean /v1/prompts?'],
    ['GET', '/prompts', 404, 'did you mean /v1/prompts?'],
    ['GET', '/docs', 404, 'set ENABLE_DOCS=true'],
    ['GET', '/openapi.json', 404, 'set ENABLE_DOCS=true'],
  ])('%s %s is explained', async (method, path, status, words) => {
    const { gateway } = shared();
    const reply = await gateway.request(method, path);
    expect([reply.status, reply.json.detail]).toEqual([status, expect.stringContaining(words)]);
  });

  it.each([
    ['GET', '/v1/prompts/new', 'POST'],
    ['GET', '/v1/channels/new', 'POST'],
    ['DELETE', '/v1/channels/new', 'POST'],
    ['GET', '/v1/channels/test', 'POST'],
    ['GET', '/v1/channels/test-callback', 'POST'],
    ['GET', '/v1/channels/chats', 'POST'],
    ['GET', '/v1/keys/new', 'POST'],
    ['DELETE', '/v1/keys/new', 'POST'],
    ['GET', '/v1/messages/send', 'POST'],
    ['GET', '/v1/deliveries/retry', 'POST'],
    ['GET', '/v1/settings/preview', 'POST'],
  ])('%s %s answers 405 with the allowed method', async (method, path, allow) => {
    const { gateway } = shared();
    const reply = await gateway.request(method, path);
    expect([reply.status, reply.headers.get('allow'), reply.json.code]).toEqual([405, allow, 'method_not_allowed']);
  });

  it('is not reported when a channel has that id', async () => {
    const { gateway, telegram, ada } = await startAsking();
    const body = {
      channel_id: 'new',
      platform: 'telegram',
      target_chat_id: String(ada.id),
      channel_type: 'PROMPT',
      credentials: { bot_token: telegram.token },
    };
    await gateway.request('POST', '/v1/channels/new', { body });
    expect((await gateway.request('GET', '/v1/channels/new')).json.channel_id).toBe('new');
    expect((await gateway.request('DELETE', '/v1/channels/new')).status).toBe(200);
  });
});

describe('a missing scope', () => {
  it('is reported with the presets or roles that include it', async () => {
    const gateway = await startKeyedGateway();
    const reader = await makeKey(gateway, { preset: 'readonly' });
    const refused = await reader.request('POST', '/v1/messages/send', {});
    expect(refused.json.detail).toMatch(
      /^This key lacks the scope messages:send; these presets have it: admin, (?:\w+, )*agent/,
    );
    const owner = await setUpConsole(gateway);
    const { json } = await owner.request('POST', '/console/session/invitations', { role: 'viewer' });
    const eve = { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' };
    const token = json.link.split('#token=')[1];
    await gateway.request('POST', '/console/session/accept', { body: { token, ...eve } });
    const viewer = await signInAs(gateway, eve);
    expect((await viewer.request('POST', '/v1/messages/send', {})).json.detail).toBe(
      'Your role (viewer) lacks the scope messages:send; these roles have it: owner, operator.',
    );
  });
});
