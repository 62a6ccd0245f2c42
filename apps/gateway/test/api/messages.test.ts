import { describe, expect, it } from 'vitest';
import { deleteChannel, sendMessage } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function setUp(env: Record<string, string> = {}) {
  const { telegram, env: pointing } = await startTelegram();
  const gateway = await startTestGateway({ env: { ...env, ...pointing } });
  const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
  await registerChannel(gateway, telegram, {
    id: 'chat',
    chat: ada,
    type: 'MESSAGE',
    callbackUrl: 'http://127.0.0.1:9/in',
  });
  const send = (text: unknown, channelId: unknown = 'chat') =>
    gateway.request('POST', '/v1/messages/send', { body: { channel_id: channelId, text } });
  const inChat = () => telegram.messages({ chat: ada }).map((message) => message.text);
  return { telegram, gateway, ada, send, inChat };
}

describe('messages', () => {
  const shared = startOnce(setUp);

  onEveryEngine((engine) => {
    it('are posted unchanged and stored with the id of the key', async () => {
      const key = 'a bootstrap key for tests';
      const { telegram, gateway, ada, send, inChat } = await setUp({
        ...(await engine.empty()),
        USE_AUTH: 'true',
        GATEWAY_API_KEY: key,
        OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      });
      const text = 'Tickets <b>& co</b> *are* _open_ 🎟';
      const { status, json } = await send(text);
      expect(status).toBe(201);
      expect(inChat()).toEqual([text]);
      const [keyRecord] = (await gateway.request('GET', '/v1/keys')).json;
      expect(json).toEqual({
        id: expect.stringMatching(uuid),
        delivery_state: null,
        failure: null,
        message_id: json.id,
        status: 'sent',
        stored: true,
        channel_id: 'chat',
        direction: 'outbound',
        text,
        platform: 'telegram',
        from_user: null,
        from_name: null,
        from_id: null,
        api_key_id: keyRecord.id,
        operator_id: null,
        platform_message_id: String(telegram.messages({ chat: ada })[0]?.message_id),
        thread_id: null,
        reply_to: null,
        created_at: expect.stringMatching(/^20.*Z$/),
      });
      const { stored: _stored, message_id: _id, ...record } = json;
      expect((await gateway.request('GET', `/v1/messages/${json.id}`)).json).toEqual(record);
      expect((await gateway.request('GET', `/v1/messages/${json.id.toUpperCase()}`)).status).toBe(200);
    });

    it('are stored with the operator who sent them from the console', async () => {
      const { gateway } = await setUp({
        ...(await engine.empty()),
        USE_AUTH: 'true',
        GATEWAY_API_KEY: 'a bootstrap key for tests',
        OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      });
      const browser = await setUpConsole(gateway);
      const { json: session } = await browser.request('GET', '/console/session');
      const { status, json } = await browser.request('POST', '/v1/messages/send', {
        channel_id: 'chat',
        text: 'Hello',
      });
      expect(status).toBe(201);
      expect(json).toMatchObject({ operator_id: session.operator.id, api_key_id: null });
      expect((await gateway.request('GET', '/v1/messages')).json).toMatchObject([{ operator_id: session.operator.id }]);
    });

    it('are listed newest first, filtered by direction, channel and text, page by page', async () => {
      const { telegram, gateway, ada, send } = await setUp(await engine.empty());
      const eve = telegram.addUser({ firstName: 'Eve' });
      await registerChannel(gateway, telegram, {
        id: 'other',
        chat: eve,
        type: 'MESSAGE',
        callbackUrl: 'http://127.0.0.1:9/in',
      });
      await send('one');
      await send('two 50%');
      await send('three', 'other');
      telegram.writeText({ chat: ada, text: 'from Ada' });
      const list = async (query: string) =>
        (await gateway.request('GET', `/v1/messages?${query}`)).json.map(({ text }: { text: string }) => text);
      await expect.poll(() => list('direction=inbound'), { timeout: 10_000 }).toEqual(['from Ada']);
      expect(await list('')).toEqual(['from Ada', 'three', 'two 50%', 'one']);
      expect(await list('direction=all&limit=2')).toEqual(['from Ada', 'three']);
      expect(await list('direction=outbound&channel_id=chat')).toEqual(['two 50%', 'one']);
      expect(await list('q=T')).toEqual(['three', 'two 50%']);
      expect(await list('q=0%25')).toEqual(['two 50%']);
      expect(await list('channel_id=nowhere')).toEqual([]);

      const first = await gateway.request('GET', '/v1/messages?limit=3&direction=all');
      const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await gateway.request('GET', next);
      expect(second.json.map(({ text }: { text: string }) => text)).toEqual(['one']);
      expect(second.headers.get('link')).toBeNull();
    });
  });

  it('longer than the platform limit are split, and recorded once with the id of the first part', async () => {
    const { telegram, ada, send, inChat } = await setUp();
    const text = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(' ');
    const { status, json } = await send(text);
    expect(status).toBe(201);
    expect(inChat().length).toBeGreaterThan(3);
    expect(inChat().every((part) => (part?.length ?? 0) <= 4096)).toBe(true);
    expect(inChat().join(' ')).toBe(text);
    expect(json).toMatchObject({ text, platform_message_id: String(telegram.messages({ chat: ada })[0]?.message_id) });
  });

  it('may have 65,536 characters of any size and JSON escaping, and no more', async () => {
    const { inChat, gateway } = await setUp();
    const sendEscaped = (character: string, count: number) =>
      gateway.request('POST', '/v1/messages/send', {
        body: `{"channel_id":"chat","text":"${character.repeat(count)}"}`,
        headers: { 'content-type': 'application/json' },
      });
    expect((await sendEscaped(String.raw`\ud83c\udf9f`, 65_536)).status).toBe(201);
    expect(inChat().join('')).toBe('🎟'.repeat(65_536));
    expect(await sendEscaped('x', 65_537)).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('text') },
    });
    expect((await gateway.request('GET', '/v1/messages')).json).toHaveLength(1);
  });

  it.each([
    ['an unknown channel', 404, 'nowhere', 'There is no channel "nowhere"'],
    ['a PROMPT channel', 400, 'questions', 'is of type PROMPT'],
    ['an inactive channel', 400, 'gone', 'PATCH /v1/channels/gone reactivates it'],
  ])('sent to %s answer %i', async (_, status, channelId, detail) => {
    const { telegram, gateway, ada, send, inChat } = await setUp();
    await registerChannel(gateway, telegram, { id: 'questions', chat: ada });
    await registerChannel(gateway, telegram, {
      id: 'gone',
      chat: telegram.addUser({ firstName: 'Gus' }),
      type: 'MESSAGE',
      callbackUrl: 'http://127.0.0.1:9/x',
    });
    await gateway.call(deleteChannel, { params: { id: 'gone' } });
    const reply = await send('hello', channelId);
    expect(reply).toMatchObject({ status, json: { detail: expect.stringContaining(detail) } });
    expect(inChat()).toEqual([]);
    expect((await gateway.request('GET', '/v1/messages')).json).toEqual([]);
  });

  it.each([
    ['no text', { channel_id: 'chat' }],
    ['an empty text', { channel_id: 'chat', text: '' }],
    ['a blank text', { channel_id: 'chat', text: ' \n\t ' }],
    ['a long blank text', { channel_id: 'chat', text: ' '.repeat(5000) }],
    ['a text that is a number', { channel_id: 'chat', text: 7 }],
    ['a text with U+0000', { channel_id: 'chat', text: 'a\0b' }],
    ['half a surrogate pair', '{"channel_id":"chat","text":"\\ud800"}'],
    ['no channel', { text: 'hello' }],
    ['an empty channel_id', { channel_id: '', text: 'hello' }],
    ['an unknown field', { channel_id: 'chat', text: 'hello', colour: 'red' }],
  ])('with %s are rejected with 400', async (_, body) => {
    const { gateway, inChat } = shared();
    const { status } = await gateway.request('POST', '/v1/messages/send', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
    expect(inChat()).toEqual([]);
  });

  it('refused by the platform answer 400 with the reason and are not stored', async () => {
    const { telegram, gateway, ada, send } = await setUp();
    telegram.blockBot(ada);
    expect(await send('hello')).toMatchObject({ status: 400, json: { detail: expect.stringMatching(/blocked/i) } });
    expect((await gateway.request('GET', '/v1/messages')).json).toEqual([]);
  });

  it('wait for a short rate limit and report a long one', async () => {
    const { telegram, send, inChat } = await setUp();
    const limited = (seconds: number) => ({
      error: {
        code: 429,
        description: `Too Many Requests: retry after ${seconds}`,
        parameters: { retry_after: seconds },
      },
    });
    telegram.failNext('sendMessage', limited(1));
    expect((await send('after a moment')).status).toBe(201);
    telegram.failNext('sendMessage', limited(60));
    expect(await send('much later')).toMatchObject({ status: 400, json: { detail: expect.stringContaining('60 s') } });
    expect(inChat()).toEqual(['after a moment']);
  });

  it('that fail part-way report and store the part that was sent', async () => {
    const { telegram, gateway, send, inChat } = await setUp();
    const text = `${'a'.repeat(4000)}\n${'b'.repeat(4000)}\n${'c'.repeat(4000)}`;
    let sent = 0;
    telegram.failNext('sendMessage', {
      error: { code: 403, description: 'Forbidden: bot was blocked by the user' },
      when: () => (sent += 1) > 2,
      times: 1,
    });
    const { status, json } = await send(text);
    expect(status).toBe(400);
    expect(json.detail).toMatch(
      /^Only 2 of the 3 messages that the text takes are in the chat, stored as message [0-9a-f-]{36}\. The next one failed: .*blocked/,
    );
    expect(inChat()).toEqual(['a'.repeat(4000), 'b'.repeat(4000)]);
    expect((await gateway.request('GET', '/v1/messages')).json).toMatchObject([
      { direction: 'outbound', text: `${'a'.repeat(4000)}\n${'b'.repeat(4000)}` },
    ]);
  });

  it('with an Idempotency-Key are sent once', async () => {
    const { gateway, inChat } = await setUp();
    const ask = () =>
      gateway.request('POST', '/v1/messages/send', {
        body: { channel_id: 'chat', text: 'only once' },
        headers: { 'idempotency-key': 'k-1' },
      });
    const first = await ask();
    const again = await ask();
    expect(again).toMatchObject({ status: 201, json: first.json });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(inChat()).toEqual(['only once']);
  });

  it.each(['1', 'not-a-uuid', '00000000-0000-4000-8000-000000000000', '%23', 'a'.repeat(500)])(
    'are not found under %s',
    async (id) => {
      const { gateway } = shared();
      expect((await gateway.request('GET', `/v1/messages/${id}`)).status).toBe(404);
    },
  );

  it.each([
    'direction=sideways',
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=x',
    'channel_id=a%20b',
    'q=',
    'colour=red',
  ])('are not listed with the query %s', async (query) => {
    const { gateway } = shared();
    expect((await gateway.request('GET', `/v1/messages?${query}`)).status).toBe(400);
  });

  it('can be sent with the typed client', async () => {
    const { gateway } = await setUp();
    expect(await gateway.call(sendMessage, { body: { channel_id: 'chat', text: 'typed' } })).toMatchObject({
      status: 'sent',
      stored: true,
    });
  });
});
