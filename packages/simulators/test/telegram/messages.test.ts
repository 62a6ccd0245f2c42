import { describe, expect, it } from 'vitest';
import { clientOf, described, keyboard, refusal, start } from './setup.js';

const NOT_MODIFIED =
  'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a ' +
  'current content and reply markup of the message';

describe('Telegram simulator: sendMessage', () => {
  it('stores text, entities and buttons, and returns the stored message', async () => {
    const { sim, ada, api } = await start();
    const sent = await api.sendMessage(ada.id, '<b>Deploy</b> &lt;api&gt;?', {
      parse_mode: 'HTML',
      reply_markup: keyboard('Yes'),
    });

    expect(sent).toMatchObject({
      text: 'Deploy <api>?',
      entities: [{ type: 'bold', offset: 0, length: 6 }],
      chat: { id: ada.id, type: 'private', first_name: 'Ada' },
      from: { is_bot: true },
      reply_markup: keyboard('Yes'),
    });
    expect(sim.messages({ chat: ada })).toEqual([sent]);
  });

  it('accepts 1 to 4096 UTF-16 units after entity parsing', async () => {
    const { ada, api } = await start();
    const longest = `<i>${'x'.repeat(4094)}😀</i>`;
    expect(await api.sendMessage(ada.id, longest, { parse_mode: 'HTML' })).toMatchObject({
      text: expect.stringMatching(/😀$/),
    });
    expect(await described(api.sendMessage(ada.id, `${'x'.repeat(4095)}😀`))).toBe('Bad Request: message is too long');
    expect(await described(api.sendMessage(ada.id, ''))).toBe('Bad Request: message text is empty');
    expect(await described(api.sendMessage(ada.id, ' \n '))).toBe('Bad Request: text must be non-empty');
  });

  it.each([
    ['a < b', 'Unsupported start tag "" at byte offset 2'],
    ['<b>unclosed', 'Can\'t find end tag corresponding to start tag "b"'],
    ['<invalid>test</invalid>', 'Unsupported start tag "invalid" at byte offset 0'],
    ['<b><i>test</b></i>', 'Unmatched end tag at byte offset 10, expected "</i>", found "</b>"'],
    ['é</b>', 'Unexpected end tag at byte offset 2'],
    ['<a href="x', 'Unclosed start tag at byte offset 0'],
  ])('refuses the invalid HTML %j', async (text, reason) => {
    const { ada, api } = await start();
    const answer = await described(api.sendMessage(ada.id, text, { parse_mode: 'HTML' }));
    expect(answer).toBe(`Bad Request: can't parse entities: ${reason}`);
  });

  it.each([
    ['hello.', "Character '.' is reserved and must be escaped with the preceding '\\'"],
    ['*unclosed', "Can't find end of Bold entity at byte offset 0"],
    ['a `code', "Can't find end of Code entity at byte offset 2"],
  ])('refuses the invalid MarkdownV2 %j', async (text, reason) => {
    const { ada, api } = await start();
    const answer = await described(api.sendMessage(ada.id, text, { parse_mode: 'MarkdownV2' }));
    expect(answer).toBe(`Bad Request: can't parse entities: ${reason}`);
  });

  it('parses MarkdownV2', async () => {
    const { ada, api } = await start();
    const sent = await api.sendMessage(ada.id, '*Bold _both_* `a.b` [site](https://example.org/a\\)) 1\\.', {
      parse_mode: 'MarkdownV2',
    });
    expect(sent.text).toBe('Bold both a.b site 1.');
    expect(sent.entities).toEqual([
      { type: 'bold', offset: 0, length: 9 },
      { type: 'italic', offset: 5, length: 4 },
      { type: 'code', offset: 10, length: 3 },
      { type: 'text_link', offset: 14, length: 4, url: 'https://example.org/a)' },
    ]);
  });

  it('refuses invalid buttons', async () => {
    const { ada, api } = await start();
    const send = (...inline_keyboard: object[][]) =>
      described(api.sendMessage(ada.id, 'Pick', { reply_markup: { inline_keyboard: inline_keyboard as never } }));
    const button = { text: 'A', callback_data: 'a' };
    const textOnly =
      "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";

    expect(await send([{ text: 'A', callback_data: 'é'.repeat(33) }])).toBe('Bad Request: BUTTON_DATA_INVALID');
    expect(await send([{ text: 'A' }])).toBe(textOnly);
    expect(await send([{ text: 'A', callback_data: '' }])).toBe(textOnly);
    expect(await send([{ text: '', callback_data: 'a' }])).toBe(
      'Bad Request: inline keyboard button text must be non-empty',
    );
    expect(await send([{ callback_data: 'a' }])).toBe(
      'Bad Request: can\'t parse inline keyboard button: Can\'t find field "text"',
    );
    expect(await send([{ text: 'A', url: 'ftp://example.org' }])).toContain('Unsupported URL protocol');
    expect(await send(Array.from({ length: 9 }, () => button))).toBe('Bad Request: reply markup is too long');
    expect(await send(...Array.from({ length: 101 }, () => [button]))).toBe('Bad Request: reply markup is too long');
    const most = { inline_keyboard: Array.from({ length: 100 }, () => [{ text: 'A', callback_data: 'é'.repeat(32) }]) };
    expect(await api.sendMessage(ada.id, 'Pick', { reply_markup: most })).toMatchObject({ reply_markup: most });
  });

  it('replies to an existing message, or without one when that is allowed', async () => {
    const { ada, api } = await start();
    const first = await api.sendMessage(ada.id, 'One');
    const reply = await api.sendMessage(ada.id, 'Two', { reply_parameters: { message_id: first.message_id } });
    expect(reply.reply_to_message).toMatchObject({ message_id: first.message_id, text: 'One' });
    const missing = { message_id: 999 };
    expect(await described(api.sendMessage(ada.id, 'Three', { reply_parameters: missing }))).toBe(
      'Bad Request: message to be replied not found',
    );
    const alone = { ...missing, allow_sending_without_reply: true };
    expect(await api.sendMessage(ada.id, 'Three', { reply_parameters: alone })).not.toHaveProperty('reply_to_message');
  });

  it('writes to existing topics of a forum', async () => {
    const { sim, ada, api } = await start();
    const forum = sim.addChat({ isForum: true });
    const topic = sim.addTopic(forum, 'Releases');
    const sent = await api.sendMessage(forum.id, 'Hello', { message_thread_id: topic });
    expect(sent).toMatchObject({ message_thread_id: topic, is_topic_message: true, chat: { is_forum: true } });
    const notFound = 'Bad Request: message thread not found';
    expect(await described(api.sendMessage(forum.id, 'Hello', { message_thread_id: 4711 }))).toBe(notFound);
    expect(await described(api.sendMessage(ada.id, 'Hello', { message_thread_id: topic }))).toBe(notFound);
    const { receivedBy, message } = sim.writeText({ chat: forum, text: 'Hi', replyTo: sent });
    expect(receivedBy).toHaveLength(1);
    expect(message).toMatchObject({ message_thread_id: topic, reply_to_message: { message_id: sent.message_id } });
  });

  it('explains why it cannot write to a chat', async () => {
    const { sim, ada, api } = await start();
    const group = sim.addChat({ type: 'group' });
    const supergroup = sim.addChat({ type: 'supergroup' });
    const channel = sim.addChat({ type: 'channel' });
    const notStarted = sim.addUser({ started: false });
    const send = (chat: number | string) => refusal(api.sendMessage(chat, 'Hello'));

    expect(await send(42)).toMatchObject({ code: 400, description: 'Bad Request: chat not found' });
    expect(await send('')).toMatchObject({ code: 400, description: 'Bad Request: chat_id is empty' });
    expect(await send(notStarted.id)).toMatchObject({
      code: 403,
      description: "Forbidden: bot can't initiate conversation with a user",
    });
    sim.writeText({ chat: notStarted.id, text: '/start' });
    expect(await api.sendMessage(notStarted.id, 'Hello')).toMatchObject({ text: 'Hello' });

    sim.blockBot(ada);
    expect(await send(ada.id)).toMatchObject({ code: 403, description: 'Forbidden: bot was blocked by the user' });
    sim.unblockBot(ada);
    expect(await api.sendMessage(ada.id, 'Hello')).toMatchObject({ text: 'Hello' });

    sim.kickBot(supergroup);
    expect(await send(supergroup.id)).toMatchObject({
      code: 403,
      description: 'Forbidden: bot was kicked from the supergroup chat',
    });
    sim.setBotStatus(channel, 'member');
    expect(await send(channel.id)).toMatchObject({
      description: 'Bad Request: need administrator rights in the channel chat',
    });

    const upgraded = sim.upgradeGroup(group);
    expect(await send(group.id)).toEqual({
      code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: upgraded.id },
    });
    expect(await api.sendMessage(upgraded.id, 'Hello')).toMatchObject({
      chat: { id: upgraded.id, type: 'supergroup' },
    });
  });
});

describe('Telegram simulator: ids', () => {
  it('have more than 32 bits for people and bots, at most 32 for updates', async () => {
    const { sim, ada, api } = await start();
    sim.writeText({ chat: ada, text: 'Hello' });
    const [update] = await api.getUpdates();
    expect(ada.id).toBeGreaterThan(2 ** 32);
    expect((await api.getMe()).id).toBeGreaterThan(2 ** 32);
    expect(update?.update_id).toBeLessThan(2 ** 31);
    expect(sim.addChat({ type: 'supergroup' }).id).toBeLessThan(-1_000_000_000_000);
  });
});

describe('Telegram simulator: edit and delete', () => {
  it('replaces text and buttons, and refuses an edit without a change', async () => {
    const { sim, ada, api } = await start();
    const { message_id } = await api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes') });
    expect(
      await described(api.editMessageText(ada.id, message_id, 'Ship it?', { reply_markup: keyboard('Yes') })),
    ).toBe(NOT_MODIFIED);
    const edited = await api.editMessageText(ada.id, message_id, 'Shipped');
    expect(edited).toMatchObject({ text: 'Shipped', edit_date: expect.any(Number) });
    expect(edited).not.toHaveProperty('reply_markup');
    expect(await described(api.editMessageText(ada.id, message_id, 'Shipped'))).toBe(NOT_MODIFIED);
    expect(await described(api.editMessageReplyMarkup(ada.id, message_id))).toBe(NOT_MODIFIED);
    expect(sim.messages({ chat: ada })).toEqual([edited]);
  });

  it('refuses unknown messages, messages of others, and missing texts', async () => {
    const { sim, ada, api } = await start();
    const { message_id } = await api.sendMessage(ada.id, 'Hello');
    const { message } = sim.writeText({ chat: ada, text: 'Hi' });
    expect(await described(api.editMessageText(ada.id, 999, 'x'))).toBe('Bad Request: message to edit not found');
    expect(await described(api.editMessageText(ada.id, message.message_id, 'x'))).toBe(
      "Bad Request: message can't be edited",
    );
    expect(await described(api.editMessageCaption(ada.id, message_id, { caption: 'x' }))).toBe(
      'Bad Request: there is no caption in the message to edit',
    );
    expect(await api.deleteMessage(ada.id, message_id)).toBe(true);
    expect(await described(api.deleteMessage(ada.id, message_id))).toBe('Bad Request: message to delete not found');
  });
});

describe('Telegram simulator: getMe, getChat and getChatMember', () => {
  it('return the bot, every type of chat and its members', async () => {
    const { sim, ada, api } = await start({ bot: { token: '123456:abc-DEF', username: 'gate_bot', privacy: false } });
    expect(await api.getMe()).toMatchObject({ id: 123456, username: 'gate_bot', can_read_all_group_messages: true });
    expect(await api.getChat(ada.id)).toMatchObject({ id: ada.id, type: 'private', username: 'ada_l' });
    const channel = sim.addChat({ type: 'channel', username: 'news', title: 'News' });
    expect(await api.getChat('@news')).toMatchObject({ id: channel.id, type: 'channel', title: 'News' });
    expect(await api.getChatMember(channel.id, 123456)).toMatchObject({
      status: 'administrator',
      user: { username: 'gate_bot' },
    });
    expect(await api.getChatMember(ada.id, ada.id)).toMatchObject({ status: 'member' });
    expect(await described(api.getChat(1))).toBe('Bad Request: chat not found');
    expect(await described(api.getChatMember(ada.id, 1))).toBe('Bad Request: user not found');
  });

  it('answer 401 to unknown and revoked tokens, 404 to malformed ones and to unknown methods', async () => {
    const { sim, ada, api } = await start();
    expect(await refusal(clientOf(sim, '1:unknown').getMe())).toMatchObject({ code: 401, description: 'Unauthorized' });
    expect(await refusal(clientOf(sim, 'nonsense').getMe())).toMatchObject({ code: 404, description: 'Not Found' });
    expect(await refusal(api.sendDice(ada.id, '🎲'))).toMatchObject({
      code: 404,
      description: 'Not Found: method not found',
    });
    sim.revokeToken();
    expect(await refusal(api.getMe())).toMatchObject({ code: 401, description: 'Unauthorized' });
  });

  it('accept parameters in query, form and JSON, and ignore the case of method names', async () => {
    const { sim, ada } = await start();
    const url = `${sim.url}/bot${sim.token}/SENDmessage`;
    const form = new URLSearchParams({
      chat_id: String(ada.id),
      text: 'Form',
      reply_markup: JSON.stringify(keyboard('Yes')),
    });
    const answers = await Promise.all([
      fetch(`${url}?chat_id=${ada.id}&text=Query`),
      fetch(url, { method: 'POST', body: form }),
      fetch(url, {
        method: 'POST',
        body: JSON.stringify({ chat_id: String(ada.id), text: 'JSON' }),
        headers: { 'content-type': 'application/json' },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(sim.messages({ chat: ada }).map(({ text }) => text))).toEqual(new Set(['Form', 'JSON', 'Query']));
    const broken = await fetch(url, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } });
    expect(broken.status).toBe(400);
  });
});
