import { type TestConnection } from '@gateway/platform-kit/testing';
import { until } from '@gateway/simulators/telegram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, scriptedApi, signedRequest } from './harness.js';

const api = scriptedApi({});
let gateway: TestConnection;
let secret: string;

beforeEach(async () => {
  gateway = await connect({ token: '123:abc', fetch: api.fetch, webhookUrl: 'https://gateway.example/hook' });
  await gateway.connection.register!();
  secret = String(api.calls.at(-1)?.payload['secret_token']);
});
afterEach(() => gateway.connection.close());

const receive = async (update: object) => {
  const reply = await gateway.connection.webhook!(signedRequest({ update_id: 42, ...update }, secret));
  return { reply, events: gateway.events };
};

const ada = { id: 7, is_bot: false, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' };
const group = { id: -1001, type: 'supergroup', title: 'Ops' };
const text = { message_id: 5, date: 0, chat: group, from: ada, text: 'hello' };
const topicRoot = { message_id: 9, chat: group, forum_topic_created: { name: 'Deploy', icon_color: 1 } };

describe('Telegram messages', () => {
  it('become a text event', async () => {
    expect(await receive({ message: text })).toEqual({
      reply: { status: 200 },
      events: [
        {
          kind: 'text',
          id: 'update:42',
          targets: ['-1001'],
          chat: { id: '-1001', name: 'Ops' },
          sender: { id: '7', username: 'ada', name: 'Ada Lovelace' },
          messageId: '5',
          text: 'hello',
          replyTo: null,
        },
      ],
    });
  });

  it.each([
    [
      'a person without a username or last name',
      { from: { id: 7, first_name: 'Ada' } },
      { sender: { id: '7', username: null, name: 'Ada' } },
    ],
    [
      'an anonymous administrator, as the group',
      {
        from: { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
        sender_chat: { ...group, username: 'ops' },
      },
      { sender: { id: '-1001', username: 'ops', name: 'Ops' } },
    ],
    [
      'a person who writes as a channel',
      {
        from: { id: 136817688, is_bot: true, first_name: 'Channel' },
        sender_chat: { id: -1002, type: 'channel', title: 'News' },
      },
      { sender: { id: '-1002', username: null, name: 'News' } },
    ],
    ['a picture with a caption', { text: undefined, photo: [], caption: 'look' }, { text: 'look' }],
    ['a reply', { reply_to_message: { ...text, message_id: 4 } }, { replyTo: '4' }],
    [
      'a message of a topic, which Telegram makes a reply to the topic itself',
      { message_thread_id: 9, is_topic_message: true, reply_to_message: topicRoot },
      { targets: ['-1001:9', '-1001'], replyTo: null },
    ],
    [
      'a reply within a topic',
      { message_thread_id: 9, is_topic_message: true, reply_to_message: { ...text, message_id: 11 } },
      { targets: ['-1001:9', '-1001'], replyTo: '11' },
    ],
    [
      'a reply in a group without topics, whose thread is that of the first message',
      { message_thread_id: 4, reply_to_message: { ...text, message_id: 4 } },
      { targets: ['-1001'], replyTo: '4' },
    ],
    ['a message of the General topic', { chat: { ...group, is_forum: true } }, { targets: ['-1001:1', '-1001'] }],
    [
      'a message of a topic of a public group',
      { chat: { ...group, is_forum: true, username: 'OpsTeam' }, message_thread_id: 9, is_topic_message: true },
      { targets: ['-1001:9', '-1001', '@OpsTeam', '@opsteam'] },
    ],
    [
      'a private message',
      { chat: { id: 7, type: 'private', first_name: 'Ada', username: 'ada' } },
      { targets: ['7', '@ada'] },
    ],
    [
      'ids beyond 32 bits',
      { chat: { id: -1009999999999 }, from: { ...ada, id: 7999999999 } },
      { targets: ['-1009999999999'] },
    ],
    ['a text with spaces and lines', { text: '  a\n\nb ' }, { text: '  a\n\nb ' }],
  ])('are parsed: %s', async (_name, fields, expected) => {
    expect((await receive({ message: { ...text, ...fields } })).events).toMatchObject([expected]);
  });

  it.each([
    ['another bot', { message: { ...text, from: { ...ada, is_bot: true } } }],
    ['no sender', { message: { ...text, from: undefined } }],
    ['a channel, copied by Telegram', { message: { ...text, sender_chat: { id: -1002 }, is_automatic_forward: true } }],
  ])('from %s are ignored', async (_name, update) => {
    expect(await receive(update)).toEqual({ reply: { status: 200 }, events: [] });
  });

  it.each([
    ['a sticker', { message: { ...text, text: undefined, sticker: {} } }],
    ['only spaces', { message: { ...text, text: ' \n ' } }],
    ['a person joining', { message: { ...text, text: undefined, new_chat_members: [ada] } }],
    ['an edited message', { edited_message: text }],
    ['a channel post', { channel_post: text }],
    ['a reaction', { message_reaction: {} }],
    ['no content', {}],
    ['a message of an unknown shape', { message: { chat: 'somewhere', text: 7 } }],
    ['a press of an unknown shape', { callback_query: { id: 7 } }],
    ['null', { message: null, callback_query: null }],
  ])('are acknowledged and ignored: %s', async (_name, update) => {
    expect(await receive(update)).toEqual({ reply: { status: 200 }, events: [] });
  });
});

describe('Telegram button presses', () => {
  const query = { id: 'q1', from: ada, chat_instance: 'x', data: 'p1.0.abcdef' };

  it('become a press event with token, sender, message and chat', async () => {
    const message = { ...text, from: { id: 1, is_bot: true, first_name: 'Bot' } };
    expect(await receive({ callback_query: { ...query, message } })).toEqual({
      reply: { status: 200 },
      events: [
        {
          kind: 'press',
          id: 'update:42',
          targets: ['-1001'],
          chat: { id: '-1001', name: 'Ops' },
          sender: { id: '7', username: 'ada', name: 'Ada Lovelace' },
          messageId: '5',
          token: 'p1.0.abcdef',
        },
      ],
    });
  });

  it('are parsed when a server sends ids as strings', async () => {
    const message = { ...text, message_id: '5', chat: { id: '-1001', type: 'group' } };
    const pressed = await receive({ callback_query: { ...query, from: { id: '7', username: 'ada' }, message } });
    expect(pressed.events).toMatchObject([{ targets: ['-1001'], sender: { id: '7' }, messageId: '5' }]);
  });

  it('on a message too old to be accessible have chat and message id', async () => {
    const message = { chat: group, message_id: 5, date: 0 };
    expect((await receive({ callback_query: { ...query, message } })).events).toMatchObject([
      { kind: 'press', targets: ['-1001'], messageId: '5' },
    ]);
  });

  it('in a topic target the topic first', async () => {
    const message = { ...text, message_thread_id: 9, is_topic_message: true };
    expect((await receive({ callback_query: { ...query, message } })).events).toMatchObject([
      { targets: ['-1001:9', '-1001'] },
    ]);
  });

  it.each([
    ['in an inline message', { ...query, inline_message_id: 'i' }],
    ['on a game', { ...query, message: text, data: undefined, game_short_name: 'chess' }],
  ])('%s are ignored and only stop the spinner', async (_name, callback_query) => {
    expect(await receive({ callback_query })).toEqual({ reply: { status: 200 }, events: [] });
    await until(() => api.calls.at(-1)?.method === 'answerCallbackQuery');
    expect(api.calls.at(-1)?.payload).toEqual({ callback_query_id: 'q1' });
  });
});
