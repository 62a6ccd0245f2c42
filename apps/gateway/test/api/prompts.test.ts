import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { sqlite } from '../harness/engines.js';
import { registerChannel, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

const shared = startOnce(startAsking);

describe('a new prompt', () => {
  it('has every field, with defaults', async () => {
    const { ask, get, ada } = await startAsking();
    await ask();
    expect(await get(1)).toMatchObject({
      id: '#1',
      prompt_num: 1,
      channel_id: 'approvals',
      chat_id: String(ada.id),
      text: 'Ship it?',
      media_url: null,
      options: [],
      allow_text: false,
      callback_url: null,
      correlation_id: null,
      api_key_id: null,
      operator_id: null,
      state: 'pending',
      answered_at: null,
      answered_by_id: null,
      answered_by_username: null,
      answer: null,
    });
  });

  it('records which key or operator asked', async () => {
    const { get, gateway } = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
    const key = await makeKey(gateway, { preset: 'agent' });
    const asked = { channel_id: 'approvals', text: 'Ship it?' };
    expect((await key.request('POST', '/v1/prompts/new', asked)).status).toBe(200);
    const console = await setUpConsole(gateway);
    expect((await console.request('POST', '/v1/prompts/new', asked)).status).toBe(200);
    const operator = (await console.request('GET', '/console/session')).json.operator;
    expect(await get(1)).toMatchObject({ api_key_id: key.id, operator_id: null });
    expect(await get(2)).toMatchObject({ api_key_id: null, operator_id: operator.id });
  });

  it.each([
    [undefined, 3600],
    [null, 3600],
    [1, 1],
    [604_800, 604_800],
  ])('with ttl_sec %s expires after %i s', async (ttl_sec, seconds) => {
    const { ask, get } = shared();
    const { created_at, expires_at } = await get(await ask({ ttl_sec }));
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(seconds * 1000);
  });

  it('with ttl_sec 0 never expires', async () => {
    const clock = manualClock();
    const { ask, get } = await startAsking({ clock });
    await ask({ ttl_sec: 0 });
    clock.advance(10 * 365 * 86_400_000);
    expect(await get(1)).toMatchObject({ state: 'pending', expires_at: null });
  });

  it('goes to DEFAULT_PROMPT_CHANNEL_ID without a channel_id', async () => {
    const { post } = await startAsking({ env: { DEFAULT_PROMPT_CHANNEL_ID: 'approvals' } });
    expect((await post({ text: 'Ship it?' })).json.channel_id).toBe('approvals');
    expect((await post({ text: 'Ship it?', channel_id: null })).json.channel_id).toBe('approvals');
  });

  it('without a channel_id and a default is rejected with both remedies', async () => {
    const { post } = shared();
    const refused = await post({ text: 'Ship it?' });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(/channel_id.*DEFAULT_PROMPT_CHANNEL_ID/);
  });

  it.each([
    ['unknown', 'nowhere', 'There is no channel "nowhere"'],
    ['inactive', 'old', 'inactive'],
    ['of type MESSAGE', 'talk', 'type MESSAGE'],
  ])('on a channel that is %s is rejected with 400', async (_, channel_id, words) => {
    const { post, gateway, telegram, ada, list } = await startAsking();
    await registerChannel(gateway, telegram, { id: 'old', chat: ada });
    await gateway.request('DELETE', '/v1/channels/old');
    await registerChannel(gateway, telegram, {
      id: 'talk',
      chat: ada,
      type: 'MESSAGE',
      callbackUrl: 'http://127.0.0.1:9/in',
    });
    const refused = await post({ text: 'Ship it?', channel_id });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain(words);
    expect((await list('?state=all')).json).toEqual([]);
  });

  it('refused by the platform answers 400 with the reason and is not stored', async () => {
    const { post, telegram, list, chat, get } = await startAsking();
    telegram.failNext('sendMessage', { error: { code: 403, description: 'Forbidden: bot was blocked by the user' } });
    const refused = await post({ channel_id: 'approvals', text: 'Ship it?' });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain('bot was blocked by the user');
    expect(refused.json.detail).toContain('press Start');
    expect((await list('?state=all')).json).toEqual([]);
    expect(chat()).toEqual([]);
    const next = (await post({ channel_id: 'approvals', text: 'Ship it?' })).json.prompt_id;
    expect((await get(Number(next.slice(1)))).state).toBe('pending');
  });

  it('waits for a short rate limit of the platform', async () => {
    const { post, telegram } = await startAsking();
    telegram.failNext('sendMessage', {
      error: { code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } },
    });
    expect((await post({ channel_id: 'approvals', text: 'Ship it?' })).status).toBe(200);
  });

  it('is rejected with the time of a long rate limit', async () => {
    const { post, telegram, list } = await startAsking();
    telegram.failNext('sendMessage', {
      error: { code: 429, description: 'Too Many Requests: retry after 60', parameters: { retry_after: 60 } },
    });
    const refused = await post({ channel_id: 'approvals', text: 'Ship it?' });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain('60 s');
    expect((await list('?state=all')).json).toEqual([]);
  });
});

describe('the id of a prompt', () => {
  it('counts from 1 and is accepted with and without %23', async () => {
    const { ask, gateway } = await startAsking();
    expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 3]);
    for (const id of ['%232', '2'])
      expect((await gateway.request('GET', `/v1/prompts/${id}`)).json).toMatchObject({ id: '#2', prompt_num: 2 });
  });

  it('is unique among 20 concurrent prompts', async () => {
    const { ask, list } = await startAsking();
    const nums = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(nums.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect((await list()).json).toHaveLength(20);
  });

  it('is not reused after a restart or after a refusal by the platform', async () => {
    const env = await sqlite.empty();
    const first = await startAsking({ env });
    expect(await first.ask()).toBe(1);
    first.telegram.failNext('sendMessage', { error: { code: 400, description: 'Bad Request: message is too odd' } });
    expect((await first.post({ channel_id: 'approvals', text: 'Odd?' })).status).toBe(400);
    await first.gateway.stop();
    const again = await startTestGateway({ env: { ...env, PLATFORM_TELEGRAM_API_URL: first.telegram.url } });
    const asked = await again.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'approvals', text: 'Ship it?' },
    });
    expect(Number(asked.json.prompt_id.slice(1))).toBeGreaterThan(1);
    expect((await again.request('GET', '/v1/prompts/1')).json).toMatchObject({ text: 'Ship it?', state: 'pending' });
  });

  it.each([
    '99',
    '%2399',
    '0',
    '%230',
    '01',
    '-1',
    '1.0',
    'abc',
    '%23',
    '%23%231',
    '99999999999999999999',
    '1e0',
    '%20',
    '__proto__',
  ])('%s answers 404', async (id) => {
    const { ask, gateway } = shared();
    await ask();
    expect((await gateway.request('GET', `/v1/prompts/${id}`)).status).toBe(404);
  });
});

describe('an overdue prompt', () => {
  it('is expired from its last instant on, and its message is closed', async () => {
    const clock = manualClock();
    const { ask, get, list, chat } = await startAsking({ clock });
    await ask({ ttl_sec: 60, options: ['Yes'] });
    clock.advance(59_999);
    expect((await get(1)).state).toBe('pending');
    clock.advance(1);
    expect(await get(1)).toMatchObject({ state: 'expired', answer: null, answered_at: null });
    expect((await list()).json).toEqual([]);
    expect((await list('?state=expired')).json).toMatchObject([{ id: '#1' }]);
    await until(() => chat()[0] === 'Ship it?\n\n⌛ Expired');
  });
});
