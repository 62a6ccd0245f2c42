import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking, type Asking } from './asking.js';

/** The bot's next message after `write`. */
async function said({ chat }: Asking, write: () => unknown): Promise<string | undefined> {
  const before = chat().length;
  write();
  await until(() => chat().length >= before + 2);
  return chat()[before + 1];
}

describe('a text answer', () => {
  onEveryEngine((engine) => {
    it('is recorded, confirmed in the thread and called back, and closes the message', async () => {
      const asking = await startAsking({ engine });
      const { telegram, ada, ask, get, chat } = asking;
      const receiver = await startReceiver();
      await ask({ allow_text: true, callback_url: receiver.url, correlation_id: 'c-1' });
      const { message } = telegram.writeText({ chat: ada, text: 'ID:#1 ship it on Monday' });
      const [callback] = await receiver.waitFor(1);
      expect(callback?.json).toMatchObject({
        type: 'prompt.answered',
        correlation_id: 'c-1',
        answer: { type: 'text', value: 'ship it on Monday' },
      });
      expect(await get(1)).toMatchObject({
        state: 'answered',
        answer: 'ship it on Monday',
        answered_by_id: String(ada.id),
        answered_by_username: 'ada',
      });
      await until(() => chat().length === 3 && chat()[0]?.includes('✅'));
      expect(chat()).toEqual([
        'Ship it?\n\n✅ ship it on Monday (Ada)',
        'ID:#1 ship it on Monday',
        '✅ Recorded as the answer to question #1.',
      ]);
      expect(telegram.messages({ chat: ada })[2]?.reply_to_message?.message_id).toBe(message.message_id);
    });
  });

  it.each([
    'ID:#1 yes',
    'id:1 yes',
    'ID #1 yes',
    'Id-1 yes',
    'iD:#1 yes',
    '  ID:1   yes  ',
    'ID:#1\nyes',
    'ID:#01 yes',
  ])('is accepted in the form %j', async (text) => {
    const { telegram, ada, ask, get } = await startAsking();
    await ask({ allow_text: true });
    telegram.writeText({ chat: ada, text });
    expect(await get(1, '?wait=10')).toMatchObject({ state: 'answered', answer: 'yes' });
  });

  it('is accepted as a native reply with any first words', async () => {
    const { telegram, ada, ask, get } = await startAsking();
    await ask({ allow_text: true });
    await ask({ allow_text: true });
    telegram.writeText({ chat: ada, text: 'identify yourself', replyTo: 1 });
    expect(await get(1, '?wait=10')).toMatchObject({ answer: 'identify yourself' });
    expect(await get(2)).toMatchObject({ state: 'pending' });
  });

  it('goes to the prompt it names, not to the prompt it replies to', async () => {
    const { telegram, ada, ask, get } = await startAsking();
    await ask({ allow_text: true });
    await ask({ allow_text: true });
    telegram.writeText({ chat: ada, text: 'ID:#2 for the second', replyTo: 1 });
    expect(await get(2, '?wait=10')).toMatchObject({ answer: 'for the second' });
    expect((await get(1)).state).toBe('pending');
  });

  it('keeps 4096 characters', async () => {
    const { telegram, ada, ask, get } = await startAsking();
    await ask({ allow_text: true });
    const words = '👍'.repeat(2040);
    telegram.writeText({ chat: ada, text: words, replyTo: 1 });
    expect(await get(1, '?wait=10')).toMatchObject({ answer: words });
  });

  it('is recorded once, and the second writer is shown the first answer', async () => {
    const asking = await startAsking();
    const { telegram, ada, ask, get } = asking;
    await ask({ allow_text: true });
    telegram.writeText({ chat: ada, text: 'ID:#1 first' });
    await get(1, '?wait=10');
    await until(() => asking.chat().length === 3);
    expect(await said(asking, () => telegram.writeText({ chat: ada, text: 'ID:#1 second' }))).toBe(
      'Question #1 is closed. The answer was: first (Ada)',
    );
    expect((await get(1)).answer).toBe('first');
  });

  it.each([
    [
      'the prompt takes only buttons',
      { options: ['Yes'] },
      'ID:#1 yes',
      'Question #1 takes no text: please press one of its buttons.',
    ],
    ['the prompt takes no answer', {}, 'ID:#1 yes', 'Question #1 takes no answer.'],
    [
      'the text after the number is empty',
      { allow_text: true },
      'ID:#1',
      'Please write your answer after the number: ID:#1 your answer',
    ],
    ['the prompt is unknown', { allow_text: true }, 'ID:#99 yes', 'There is no question #99 here.'],
    ['the number is 0', { allow_text: true }, 'ID:#0 yes', 'There is no question with that number here.'],
    [
      'the number is too large',
      { allow_text: true },
      'ID:#99999999999999999999 yes',
      'There is no question with that number here.',
    ],
  ])('is refused with a reason when %s, and changes nothing', async (_, prompt, text, reason) => {
    const asking = await startAsking();
    const receiver = await startReceiver();
    await asking.ask({ ...prompt, callback_url: receiver.url });
    expect(await said(asking, () => asking.telegram.writeText({ chat: asking.ada, text }))).toBe(reason);
    expect(await asking.get(1)).toMatchObject({ state: 'pending', answer: null });
    expect(receiver.received).toEqual([]);
  });

  it('after the expiry is refused before the expiry job runs, without a callback', async () => {
    const clock = manualClock();
    const asking = await startAsking({ clock });
    const receiver = await startReceiver();
    await asking.ask({ allow_text: true, ttl_sec: 60, callback_url: receiver.url });
    clock.skip(60_000);
    expect(await said(asking, () => asking.telegram.writeText({ chat: asking.ada, text: 'ID:#1 late' }))).toBe(
      'Question #1 has expired. Nothing was recorded.',
    );
    expect(await asking.get(1)).toMatchObject({ state: 'expired', answer: null });
    expect(receiver.received).toEqual([]);
  });

  it('from another chat is refused on a PROMPT channel and forwarded on a MESSAGE channel', async () => {
    const asking = await startAsking();
    const { telegram, gateway, ask, get } = asking;
    const receiver = await startReceiver();
    const [bob, eve] = [
      telegram.addUser({ firstName: 'Bob' }),
      telegram.addUser({ firstName: 'Eve', username: 'eve' }),
    ];
    await registerChannel(gateway, telegram, { id: 'others', chat: bob });
    await registerChannel(gateway, telegram, { id: 'talk', chat: eve, type: 'MESSAGE', callbackUrl: receiver.url });
    await ask({ allow_text: true });
    telegram.writeText({ chat: bob, text: 'ID:#1 from Bob' });
    telegram.writeText({ chat: eve, text: 'ID:#1 from Eve' });
    const [forwarded] = await receiver.waitFor(1);
    expect(forwarded?.json).toMatchObject({
      type: 'message.created',
      channel_id: 'talk',
      from: 'eve',
      text: 'ID:#1 from Eve',
    });
    await until(() => telegram.messages({ chat: bob }).at(-1)?.text === 'There is no question #1 here.');
    expect((await get(1)).state).toBe('pending');
  });

  it('is ignored on a PROMPT channel when it names no prompt', async () => {
    const { telegram, ada, ask, get, chat } = await startAsking();
    await ask({ allow_text: true });
    for (const text of ['hello', 'idea: #1', 'ID:', 'my ID:#1 yes', 'ID card 1'])
      telegram.writeText({ chat: ada, text });
    telegram.writeText({ chat: ada, text: 'ID:#1 at last' });
    expect(await get(1, '?wait=10')).toMatchObject({ answer: 'at last' });
    await until(() => chat().at(-1)?.startsWith('✅'));
    expect(chat()).toHaveLength(8);
  });

  it.each(['ID: #1 yes', 'ID 1 yes', 'ID#1 yes', 'ID:##1 yes', 'ＩＤ：＃１ yes', 'ID:#１ yes'])(
    'in the invalid form %j is refused with the right form',
    async (text) => {
      const asking = await startAsking();
      const { telegram, ada, ask, get } = asking;
      await ask({ allow_text: true });
      expect(await said(asking, () => telegram.writeText({ chat: ada, text }))).toBe(
        'This does not count as an answer yet. To answer question #1, write: ID:#1 your answer',
      );
      expect(await get(1)).toMatchObject({ state: 'pending', answer: null });
    },
  );

  it.each([
    [
      'the prompt takes only buttons',
      { options: ['Yes'] },
      'ID 1 yes',
      'takes no text: please press one of its buttons.',
    ],
    ['the prompt is unknown', { allow_text: true }, 'ID 99 yes', 'There is no question #99 here.'],
  ])('in an invalid form is refused with the other reason when %s', async (_, prompt, text, reason) => {
    const asking = await startAsking();
    await asking.ask(prompt);
    expect(await said(asking, () => asking.telegram.writeText({ chat: asking.ada, text }))).toContain(reason);
  });

  it('in an invalid form is accepted as a native reply, and forwarded on a MESSAGE channel', async () => {
    const { telegram, ada, ask, get, gateway } = await startAsking();
    await ask({ allow_text: true });
    telegram.writeText({ chat: ada, text: 'ID 4711, please', replyTo: 1 });
    expect(await get(1, '?wait=10')).toMatchObject({ answer: 'ID 4711, please' });

    const receiver = await startReceiver();
    const eve = telegram.addUser({ firstName: 'Eve' });
    await registerChannel(gateway, telegram, { id: 'talk', chat: eve, type: 'MESSAGE', callbackUrl: receiver.url });
    telegram.writeText({ chat: eve, text: 'ID 1 yes' });
    expect((await receiver.waitFor(1))[0]?.json.text).toBe('ID 1 yes');
    expect(telegram.messages({ chat: eve })).toHaveLength(1);
  });

  it('in an invalid form is refused when it replies to another prompt than it names', async () => {
    const asking = await startAsking();
    const { telegram, ada, ask, get } = asking;
    await ask({ allow_text: true });
    await ask({ allow_text: true });
    expect(await said(asking, () => telegram.writeText({ chat: ada, text: 'ID: #2 yes', replyTo: 1 }))).toBe(
      'This does not count as an answer yet. To answer question #2, write: ID:#2 your answer',
    );
    for (const num of [1, 2]) expect((await get(num)).state).toBe('pending');
    telegram.writeText({ chat: ada, text: 'ID: #1 yes', replyTo: 1 });
    expect(await get(1, '?wait=10')).toMatchObject({ answer: 'yes' });
    expect((await get(2)).state).toBe('pending');
  });

  it('is processed once when the platform redelivers it', async () => {
    const { telegram, ada, ask, get, chat } = await startAsking();
    const receiver = await startReceiver();
    await ask({ allow_text: true, callback_url: receiver.url });
    telegram.writeText({ chat: ada, text: 'ID:#1 once' });
    await get(1, '?wait=10');
    await until(() => chat().length === 3);
    const update = telegram.updates().findLast(({ message }) => message?.text === 'ID:#1 once');
    telegram.redeliver(update?.update_id ?? 0);
    await ask({ allow_text: true, callback_url: receiver.url });
    telegram.writeText({ chat: ada, text: 'ID:#2 twice' });
    await get(2, '?wait=10');
    await until(() => chat().filter((text) => text?.startsWith('✅')).length === 2);
    expect(chat().join('\n')).not.toContain('closed');
    expect((await receiver.waitFor(2)).map(({ json }) => json.prompt_num)).toEqual([1, 2]);
  });
});

describe('a prompt in a group', () => {
  it('accepts an answer from any member and records who it was', async () => {
    const { telegram, gateway, post, get } = await startAsking();
    const [grace, linus] = [
      telegram.addUser({ firstName: 'Grace', username: 'grace' }),
      telegram.addUser({ firstName: 'Linus' }),
    ];
    const group = telegram.addChat({ type: 'supergroup', title: 'Team', members: [grace.id, linus.id] });
    await registerChannel(gateway, telegram, { id: 'team', chat: group });
    await post({ channel_id: 'team', text: 'Lunch?', options: ['Now', 'Later'], allow_text: true });
    await telegram.press({ chat: group, button: 'Later', user: linus });
    expect(await get(1)).toMatchObject({ answer: 'Later', answered_by_id: String(linus.id) });
    await until(() => telegram.messages({ chat: group })[0]?.text?.includes('✅ Later (Linus)'));
  });

  it('in a topic accepts replies only from that topic', async () => {
    const { telegram, gateway, post, get } = await startAsking();
    const grace = telegram.addUser({ firstName: 'Grace' });
    const forum = telegram.addChat({ type: 'supergroup', title: 'Forum', isForum: true, members: [grace.id] });
    const [releases, chatter] = [telegram.addTopic(forum, 'Releases'), telegram.addTopic(forum, 'Chatter')];
    const body = {
      channel_id: 'topic',
      platform: 'telegram',
      target_chat_id: `${forum.id}:${releases}`,
      channel_type: 'PROMPT',
      credentials: { bot_token: telegram.token },
    };
    expect((await gateway.request('POST', '/v1/channels/new', { body })).status).toBe(201);
    await gateway.request('POST', '/v1/channels/new', {
      body: { ...body, channel_id: 'chatter', target_chat_id: `${forum.id}:${chatter}` },
    });
    await post({ channel_id: 'topic', text: 'Ready?', allow_text: true });
    const [question] = telegram.messages({ chat: forum });
    expect(question?.message_thread_id).toBe(releases);
    telegram.writeText({ chat: forum, user: grace, thread: chatter, text: '/ID:#1 elsewhere' });
    telegram.writeText({ chat: forum, user: grace, text: 'ready', replyTo: question?.message_id ?? 0 });
    expect(await get(1, '?wait=10')).toMatchObject({ answer: 'ready' });
    await until(() => telegram.messages({ chat: forum }).at(-1)?.text?.startsWith('✅'));
    expect(telegram.messages({ chat: forum }).at(-1)?.message_thread_id).toBe(releases);
  });
});
