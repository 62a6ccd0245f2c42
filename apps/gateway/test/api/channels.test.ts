import { describe, expect, it } from 'vitest';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';

async function setUp(env: Record<string, string> = {}) {
  const { telegram, env: platform } = await startTelegram();
  const gateway = await startTestGateway({ env: { ...platform, ...env } });
  const ada = telegram.addUser({ firstName: 'Ada' });
  const body = {
    channel_id: 'approvals',
    platform: 'telegram',
    target_chat_id: String(ada.id),
    channel_type: 'PROMPT',
    credentials: { bot_token: telegram.token },
  };
  const create = (changes: object = {}) =>
    gateway.request('POST', '/v1/channels/new', { body: { ...body, ...changes } });
  const patch = (changes?: object, id = 'approvals') =>
    gateway.request('PATCH', `/v1/channels/${id}`, { body: changes });
  const get = async (id = 'approvals') => (await gateway.request('GET', `/v1/channels/${id}`)).json;
  return { telegram, gateway, ada, body, create, patch, get };
}

describe('POST /v1/channels/new', () => {
  const shared = startOnce(setUp);
  let number = 0;

  it('answers 201 and names the registered channel', async () => {
    const { create } = await setUp();
    const created = await create();
    expect(created).toMatchObject({
      status: 201,
      json: { status: 'Channel "approvals" is registered.', channel_id: 'approvals', warnings: [] },
    });
  });

  it('creates a MESSAGE channel by default', async () => {
    const { create, get } = await setUp();
    await create({ channel_type: undefined, callback_url: 'http://127.0.0.1:9/in' });
    expect(await get()).toMatchObject({
      channel_type: 'MESSAGE',
      callback_url: 'http://127.0.0.1:9/in',
      is_active: true,
    });
  });

  it.each([undefined, null])('rejects a MESSAGE channel with callback_url %s', async (callback_url) => {
    const { create, gateway } = await setUp();
    const refused = await create({ channel_type: 'MESSAGE', callback_url });
    expect(refused).toMatchObject({
      status: 400,
      json: { detail: 'callback_url is required on a MESSAGE channel.', issues: [{ path: ['callback_url'] }] },
    });
    expect((await gateway.request('GET', '/v1/channels')).json).toEqual([]);
  });

  it('answers 409 for the id of an active or inactive channel', async () => {
    const { create, gateway, get } = await setUp();
    await create();
    const again = await create({ target_chat_id: '1' });
    expect(again.status).toBe(409);
    expect(again.json.detail).toContain('PATCH /v1/channels/approvals');
    await gateway.request('DELETE', '/v1/channels/approvals');
    expect((await create()).status).toBe(409);
    expect(await get()).toMatchObject({ is_active: false });
  });

  it('creates one channel when eight requests use the same id', async () => {
    const { create } = await setUp();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => create()))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  it.each([
    ['an empty id', { channel_id: '' }, 'channel_id'],
    ['an id with a space', { channel_id: 'a b' }, 'channel_id'],
    ['an id with a slash', { channel_id: 'a/b' }, 'channel_id'],
    ['an id of 65 characters', { channel_id: 'a'.repeat(65) }, 'channel_id'],
    ['an id that is a number', { channel_id: 7 }, 'channel_id'],
    ['no id', { channel_id: undefined }, 'channel_id'],
    ['an unknown platform', { platform: 'pigeon' }, 'platform'],
    ['the platform name constructor', { platform: 'constructor' }, 'platform'],
    ['no platform', { platform: undefined }, 'platform'],
    ['an empty target', { target_chat_id: '' }, 'target_chat_id'],
    ['a target that is a number', { target_chat_id: 12 }, 'target_chat_id'],
    ['a target of 256 characters', { target_chat_id: '1'.repeat(256) }, 'target_chat_id'],
    ['no credentials', { credentials: undefined }, 'bot_token'],
    ['credentials null', { credentials: null }, 'bot_token'],
    ['credentials that are an array', { credentials: ['1:x'] }, 'credentials'],
    ['a credential that is a number', { credentials: { bot_token: 1 } }, 'credentials.bot_token'],
    ['a missing credential', { credentials: {} }, 'bot_token'],
    ['a misspelt credential', { credentials: { bot_tokn: '1:x' } }, 'bot_tokn'],
    ['a credential called __proto__', { credentials: JSON.parse('{"bot_token":"1:x","__proto__":"x"}') }, '__proto__'],
    ['a credential called constructor', { credentials: { bot_token: '1:x', constructor: 'x' } }, 'constructor'],
    ['a lower-case channel_type', { channel_type: 'prompt' }, 'channel_type'],
    ['a callback_url without a scheme', { callback_url: 'agent.example.com' }, 'callback_url'],
    ['an ftp callback_url', { callback_url: 'ftp://agent.example.com' }, 'callback_url'],
    ['a javascript callback_url', { callback_url: 'javascript:alert(1)' }, 'callback_url'],
    ['a callback_url with a line break', { callback_url: 'http://a.example/in\r\nX: y' }, 'callback_url'],
    ['a callback_url with a trailing line break', { callback_url: 'http://a.example/in\n' }, 'callback_url'],
    ['a callback_url with a tab', { callback_url: 'http://a.example/\tin' }, 'callback_url'],
    ['the id .', { channel_id: '.' }, 'channel_id'],
    ['the id ..', { channel_id: '..' }, 'channel_id'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a field called __proto__', JSON.parse('{"__proto__":{"a":1}}'), '__proto__'],
  ])('rejects %s with 400 and names the field', async (_, changes, named) => {
    const { create, gateway, body } = shared();
    const channel_id = `channel-${(number += 1)}`;
    const json = JSON.stringify({ ...body, channel_id, ...changes }).replace(
      /}$/,
      Object.hasOwn(changes as object, '__proto__') ? ',"__proto__":{"a":1}}' : '}',
    );
    const refused = await gateway.request('POST', '/v1/channels/new', {
      body: json,
      headers: { 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain(named);
    expect(refused.json.issues[0].path.join('.')).toContain(named);
    expect((await create({ channel_id })).status).toBe(201);
  });

  it('accepts an id of 64 and a target of 255 characters', async () => {
    const { create, get } = await setUp();
    const id = 'aZ0._-'.padEnd(64, 'x');
    expect((await create({ channel_id: id, target_chat_id: '1'.repeat(255) })).status).toBe(201);
    expect(await get(id)).toMatchObject({ channel_id: id });
  });

  it('warns of an active duplicate: same platform, chat and credentials', async () => {
    const { create, telegram, gateway } = await setUp();
    await create();
    const duplicate = await create({ channel_id: 'approvals-2' });
    expect(duplicate.json.warnings).toEqual([
      { code: 'duplicate_channel', message: expect.stringContaining('approvals') },
    ]);
    const other = await create({ channel_id: 'approvals-3', credentials: { bot_token: telegram.addBot().token } });
    expect(other.json.warnings).toEqual([]);
    await gateway.request('DELETE', '/v1/channels/approvals');
    expect((await create({ channel_id: 'approvals-4' })).json.warnings[0].message).not.toMatch(
      /approvals,|approvals\./,
    );
  });

  it('advises to unregister a duplicate only if it is one of several MESSAGE channels', async () => {
    const { create } = await setUp();
    const message = { channel_type: 'MESSAGE', callback_url: 'https://agent.example.com/events' };
    const warnings = async (body: object) => (await create(body)).json.warnings[0].message;
    await create({ channel_id: 'ask-1' });
    expect(await warnings({ channel_id: 'ask-2' })).toContain('nothing has to be changed');
    expect(await warnings({ channel_id: 'chat-1', ...message })).toContain('nothing has to be changed');
    expect(await warnings({ channel_id: 'chat-2', ...message })).toContain('unregister the others');
  });
});

describe('GET /v1/channels/{id}', () => {
  const shared = startOnce(startTestGateway);

  it('shows webhook_url only with PUBLIC_WEBHOOK_URL', async () => {
    const { create, get } = await setUp();
    await create();
    expect((await get()).webhook_url).toBeNull();
    const open = await setUp({ PUBLIC_WEBHOOK_URL: 'https://gateway.example.com/' });
    await open.create();
    expect((await open.get()).webhook_url).toBe('https://gateway.example.com/webhooks/default/telegram/approvals');
  });

  it('shows health ok, or failing with the remedy', async () => {
    const { create, get } = await setUp();
    await create();
    await until(async () => (await get()).health.state === 'ok');
    await create({ channel_id: 'broken', credentials: { bot_token: '123456:no-such-token' } });
    await until(async () => (await get('broken')).health.state === 'failing');
    expect((await get('broken')).health.detail).toContain('@BotFather');
    expect((await get()).health.state).toBe('ok');
  });

  it.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown channel answers 404 and names it', async (method) => {
    const missing = await shared().request(method, '/v1/channels/nowhere');
    expect(missing).toMatchObject({ status: 404, json: { detail: 'There is no channel "nowhere".' } });
  });
});

describe('PATCH /v1/channels/{id}', () => {
  it('changes only the given fields', async () => {
    const { create, patch, get } = await setUp();
    await create({ callback_url: 'http://127.0.0.1:9/a' });
    const before = await get();
    expect(await patch({ target_chat_id: '42' })).toMatchObject({
      status: 200,
      json: { status: 'Channel "approvals" is updated.' },
    });
    const after = await get();
    expect(after).toMatchObject({
      target_chat_id: '42',
      callback_url: 'http://127.0.0.1:9/a',
      created_at: before.created_at,
    });
    expect(Date.parse(after.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at));
    await patch({ callback_url: null });
    expect((await get()).callback_url).toBeNull();
  });

  it.each([
    ['an empty object', {}],
    ['no body', undefined],
  ])('reactivates an inactive channel with %s', async (_, body) => {
    const { create, patch, get, gateway, ada } = await setUp();
    await create();
    await gateway.request('DELETE', '/v1/channels/approvals');
    expect((await patch(body)).status).toBe(200);
    expect(await get()).toMatchObject({ is_active: true, target_chat_id: String(ada.id) });
    expect(
      (await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'approvals', text: 'Still there?' } }))
        .status,
    ).toBe(200);
  });

  it.each(['platform', 'channel_type', 'channel_id'])('rejects a change of %s', async (name) => {
    const { create, patch, get } = await setUp();
    await create();
    const refused = await patch({ [name]: name === 'channel_type' ? 'MESSAGE' : 'telegram', target_chat_id: '42' });
    expect(refused).toMatchObject({ status: 400, json: { issues: [{ path: [name] }] } });
    expect(refused.json.detail).toMatch(new RegExp(`^${name} cannot be changed`));
    expect((await get()).target_chat_id).not.toBe('42');
  });

  it('does not remove the callback_url of a MESSAGE channel', async () => {
    const { create, patch, get } = await setUp();
    await create({ channel_type: 'MESSAGE', callback_url: 'http://127.0.0.1:9/in' });
    const refused = await patch({ callback_url: null });
    expect(refused).toMatchObject({ status: 400, json: { detail: 'callback_url is required on a MESSAGE channel.' } });
    expect((await patch({ target_chat_id: '42' })).status).toBe(200);
    expect(await get()).toMatchObject({ callback_url: 'http://127.0.0.1:9/in', target_chat_id: '42' });
  });

  it.each([
    ['a wrong name', { bot_tokn: '1:secret-in-vain' }, 'bot_tokn'],
    ['a wrong value', { bot_token: 'secret-in-vain/..' }, 'bot_token'],
    ['an empty value', { bot_token: '' }, 'bot_token'],
  ])('rejects credentials with %s, names the key and never shows the value', async (_, credentials, named) => {
    const { create, patch } = await setUp();
    await create();
    const refused = await patch({ credentials });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain(named);
    expect(refused.text).not.toContain('secret-in-vain');
  });

  it('keeps credentials that the request omits', async () => {
    const { create, patch, gateway, telegram, ada } = await setUp();
    await create();
    expect((await patch({ credentials: {} })).status).toBe(200);
    await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'approvals', text: 'Still me?' } });
    expect(telegram.messages({ chat: ada }).map(({ text }) => text)).toEqual([expect.stringContaining('Still me?')]);
  });

  it('posts through the new bot as soon as its token is set', async () => {
    const { create, patch, gateway, telegram, ada } = await setUp();
    await create();
    const other = telegram.addBot();
    await patch({ credentials: { bot_token: other.token } });
    await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'approvals', text: 'Who am I?', options: ['Me'] },
    });
    expect(telegram.messages({ chat: ada, bot: other }).map(({ text }) => text)).toEqual(['Who am I?']);
    expect(await telegram.press({ chat: ada, bot: other, button: 'Me' })).toMatchObject({ notice: 'Recorded: Me' });
  });

  it('keeps both of two concurrent changes', async () => {
    const { create, patch, get } = await setUp();
    await create();
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all([
        patch({ target_chat_id: `10${round}` }),
        patch({ callback_url: `http://127.0.0.1:9/${round}` }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(await get()).toMatchObject({ target_chat_id: `10${round}`, callback_url: `http://127.0.0.1:9/${round}` });
    }
  });
});

describe('DELETE /v1/channels/{id}', () => {
  it('makes the channel inactive, is idempotent, and stops polling its bot', async () => {
    const { create, get, gateway, telegram } = await setUp();
    await create();
    await telegram.waitForCall('getUpdates');
    const removed = await gateway.request('DELETE', '/v1/channels/approvals');
    expect(removed).toMatchObject({ status: 200, json: { status: 'Channel "approvals" is unregistered.' } });
    expect(await get()).toMatchObject({ is_active: false, health: { state: 'inactive' } });
    expect((await gateway.request('DELETE', '/v1/channels/approvals')).status).toBe(200);
    telegram.clearCalls();
    expect(
      (await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'approvals', text: 'x' } })).json.detail,
    ).toContain('inactive');
    expect(telegram.calls()).toEqual([]);
  });
});
