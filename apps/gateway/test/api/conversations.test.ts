import { readConversation, sendMessage, updateSettings, type listConversations, type ReplyOf } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { onEveryEngine, sqlite, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { adminKey, as, makeKey } from '../harness/keys.js';
import { newOperator, startWithOwner } from '../harness/new-operator.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

type Conversations = ReplyOf<typeof listConversations>;

/** A gateway with a MESSAGE channel for each of three people. */
async function start(engine: Engine) {
  const { telegram, env } = await startTelegram();
  const shared = await startWithOwner({
    env: { ...(await engine.empty()), ...env, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const { gateway } = shared;
  const receiver = await startReceiver();
  const people = ['ada', 'bob', 'cy'].map((id) => ({ id, chat: telegram.addUser({ firstName: id, username: id }) }));
  for (const { id, chat } of people)
    await registerChannel(gateway, telegram, { id, chat, type: 'MESSAGE', callbackUrl: receiver.url });
  const admin = as(gateway, adminKey);
  const list = async (query = ''): Promise<Conversations> =>
    (await admin('GET', `/v1/conversations${query}`)).json as Conversations;
  let received = 0;
  return {
    ...shared,
    admin,
    list,
    /** A person writes, and the gateway has received it. */
    async write(id: string, text: string) {
      const person = people.find((one) => one.id === id);
      if (!person) throw new Error(id);
      telegram.writeText({ chat: person.chat, text });
      received += 1;
      await until(() => receiver.received.length === received);
    },
    send: (channel_id: string, text: string) => admin('POST', sendMessage.path, { channel_id, text }),
  };
}

const ids = (conversations: Conversations) => conversations.map(({ channel_id }) => channel_id);

describe('conversations', () => {
  onEveryEngine((engine) => {
    it('have their newest message and since when they wait, and those that wait are listed page by page', async () => {
      const { admin, list, write, send } = await start(engine);
      await write('bob', 'First');
      await write('bob', 'Second');
      await write('ada', 'Hello');
      const [bob] = await list('?channel_id=bob');
      const [first] = (await admin('GET', '/v1/messages?channel_id=bob')).json.slice(-1);
      expect(bob).toMatchObject({
        platform: 'telegram',
        health: 'ok',
        last_message: { text: 'Second', from_name: 'bob' },
        waiting_since: first.created_at,
        unread_count: null,
        first_unread_id: null,
      });
      expect(ids(await list('?waiting=true'))).toEqual(['bob', 'ada']);
      const page = await admin('GET', '/v1/conversations?waiting=true&limit=1');
      expect(ids(page.json)).toEqual(['bob']);
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      expect(ids((await admin('GET', next)).json)).toEqual(['ada']);
      expect((await admin('GET', next.replace('waiting=true', 'waiting=false'))).status).toBe(400);

      await send('bob', 'We are looking into it.');
      expect(ids(await list('?waiting=true'))).toEqual(['ada']);
      expect(await list('?channel_id=bob')).toMatchObject([
        { waiting_since: null, last_message: { text: 'We are looking into it.' } },
      ]);
      expect(ids(await list()).toSorted()).toEqual(['ada', 'bob', 'cy']);
      expect(ids(await list('?q=Y'))).toEqual(['cy']);
    });

    it('wait and stop waiting also with zero retention', async () => {
      const { admin, list, write, send } = await start(engine);
      const body = { messages_inbound_zero_retention: true, messages_outbound_zero_retention: true };
      expect((await admin('PATCH', updateSettings.path, body)).status).toBe(200);
      await write('ada', 'Not stored');
      expect(await list('?waiting=true')).toMatchObject([{ channel_id: 'ada', last_message: null }]);
      await send('ada', 'Not stored either');
      expect(await list('?waiting=true')).toEqual([]);
    });
  });

  it('have pages around one of their messages, which continue in both directions', async () => {
    const { admin, send } = await start(sqlite);
    const ids: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      ids.push((await send('ada', String(index))).json.message_id);
      await send('bob', 'elsewhere');
    }
    const texts = ({ json }: { json: { text: string }[] }) => json.map(({ text }) => text).join('');
    const around = (index: number, more = '') => admin('GET', `/v1/messages?limit=4&around=${ids[index]}${more}`);
    const page = await around(4);
    expect(texts(page)).toBe('6543');
    const next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect(texts(await admin('GET', next))).toBe('210');
    for (const index of [6, 7, 8]) expect(texts(await around(index))).toBe('8765');
    expect(texts(await around(0))).toBe('210');
    expect(texts(await around(4, '&channel_id=ada'))).toBe('6543');
    expect(await around(4, '&channel_id=bob')).toMatchObject({ status: 400, json: { issues: [{ path: ['around'] }] } });
    expect((await admin('GET', '/v1/messages?around=00000000-0000-4000-8000-000000000000')).status).toBe(400);
  });

  it('of other channels are hidden from a limited key', async () => {
    const { gateway, write } = await start(sqlite);
    await write('ada', 'Hello');
    await write('bob', 'Hello');
    const limited = await makeKey(gateway, { name: 'limited', scopes: ['messages:read'], channels: ['bob'] });
    for (const query of ['', '?waiting=true', '?q=o'])
      expect(ids((await limited.request('GET', `/v1/conversations${query}`)).json)).toEqual(['bob']);
    expect((await limited.request('GET', '/v1/conversations?channel_id=ada')).json).toEqual([]);
  });

  it('are read by each operator alone, and only forwards; a key gets 403', async () => {
    const world = await start(sqlite);
    const { admin, write } = world;
    await write('ada', 'Before the accounts');
    const { browser: grace } = await newOperator(world, 'viewer');
    const { browser: alan } = await newOperator(world);
    const unread = async (browser: typeof grace) => {
      const [ada] = (await browser.request('GET', '/v1/conversations?channel_id=ada')).json as Conversations;
      return [ada?.unread_count, ada?.first_unread_id];
    };
    const read = (browser: typeof grace, message_id: string) =>
      browser.request('POST', readConversation.path, { message_id });
    expect(await unread(grace)).toEqual([0, null]);
    await write('ada', 'One');
    await write('ada', 'Two');
    const [two, one] = ((await admin('GET', '/v1/messages?channel_id=ada')).json as { id: string }[]).map(
      ({ id }) => id,
    );
    expect(await unread(grace)).toEqual([2, one]);

    expect(await read(grace, one ?? '')).toMatchObject({ status: 200, json: { status: 'read' } });
    expect(await unread(grace)).toEqual([1, two]);
    await read(grace, two ?? '');
    await read(grace, one ?? '');
    expect(await unread(grace)).toEqual([0, null]);
    expect(await unread(alan)).toEqual([2, one]);
    expect((await read(grace, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await admin('POST', readConversation.path, { message_id: two })).status).toBe(403);
  });
});
