import { describe, expect, it } from 'vitest';
import { runStatements } from '@gateway/store/testing';
import { manualClock } from '../harness/clock.js';
import { onEveryEngineInBothTiers, sqlite } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

describe('a button press', () => {
  onEveryEngineInBothTiers((engine) => {
    it('records one answer when eight people press at the same time, and shows it to all of them', async () => {
      const { telegram, gateway, post, get } = await startAsking({ engine });
      const receiver = await startReceiver();
      const members = Array.from({ length: 8 }, (_, index) => telegram.addUser({ firstName: `P${index}` }));
      const group = telegram.addChat({ type: 'group', members: members.map(({ id }) => id) });
      await registerChannel(gateway, telegram, { id: 'team', chat: group });
      await post({
        channel_id: 'team',
        text: 'Lunch?',
        options: members.map(({ first_name }) => `by ${first_name}`),
        callback_url: receiver.url,
      });
      const presses = await Promise.all(members.map((user, button) => telegram.press({ chat: group, user, button })));
      const winners = presses.filter(({ notice }) => notice?.startsWith('Recorded: '));
      expect(winners).toHaveLength(1);
      const { answer } = await get(1);
      expect(winners[0]?.notice).toBe(`Recorded: ${answer}`);
      for (const { notice } of presses) expect(notice).toContain(answer);
      const [callback] = await receiver.waitFor(1);
      expect(callback?.json.answer).toEqual({ type: 'option', value: answer });
      await until(() => telegram.messages({ chat: group })[0]?.text?.includes(`✅ ${answer}`));
      expect(receiver.received).toHaveLength(1);
    });
  });

  it('on an answered prompt shows the recorded answer', async () => {
    const { telegram, ada, ask, chat, get } = await startAsking();
    await ask({ options: ['Yes', 'No'] });
    const data = telegram.messages({ chat: ada })[0]?.reply_markup?.inline_keyboard[1]?.[0]?.callback_data ?? '';
    await telegram.press({ chat: ada, button: 'Yes' });
    await until(() => chat()[0]?.includes('✅'));
    const late = await telegram.press({ chat: ada, message: 1, button: { data }, stale: true });
    expect(late.notice).toBe('Question #1 is closed. The answer was: Yes (Ada)');
    expect((await get(1)).answer).toBe('Yes');
  });

  it('after the expiry shows that nothing was recorded and marks the message as expired', async () => {
    const clock = manualClock();
    const { telegram, ada, ask, get } = await startAsking({ clock });
    await ask({ options: ['Yes'], ttl_sec: 60 });
    clock.skip(60_000);
    expect((await telegram.press({ chat: ada, button: 'Yes' })).notice).toBe(
      'Question #1 has expired. Nothing was recorded.',
    );
    expect(await get(1)).toMatchObject({ state: 'expired', answer: null });
    clock.advance(10_000);
    await until(() => telegram.messages({ chat: ada })[0]?.text === 'Ship it?\n\n⌛ Expired');
    expect(telegram.messages({ chat: ada })[0]?.reply_markup).toBeUndefined();
  });

  it('redelivered by the platform changes nothing and sends no second callback', async () => {
    const { telegram, ada, ask, chat, get } = await startAsking();
    const receiver = await startReceiver();
    await ask({ options: ['Yes'], callback_url: receiver.url });
    await telegram.press({ chat: ada, button: 'Yes' });
    await receiver.waitFor(1);
    const update = telegram.updates().findLast(({ callback_query }) => callback_query !== undefined);
    telegram.redeliver(update?.update_id ?? 0);
    await ask({ options: ['Yes'], callback_url: receiver.url });
    await telegram.press({ chat: ada, button: 'Yes' });
    expect((await receiver.waitFor(2)).map(({ json }) => json.prompt_num)).toEqual([1, 2]);
    expect((await get(1)).answered_at).not.toBeNull();
    expect(chat()).toHaveLength(2);
  });

  it.each([
    ['an old message', null],
    // The prompt was posted twice because an instance died between the two.
    [
      'an old second message of the prompt',
      `UPDATE prompt SET message_id = '999', other_messages = '[{"messageId":"' || message_id || '","ref":null}]'`,
    ],
  ])('counts in a topic although Telegram omits the topic of %s', async (_, statement) => {
    const env = await sqlite.empty();
    const { telegram, gateway, ada, post, get } = await startAsking({ env });
    const forum = telegram.addChat({ type: 'supergroup', isForum: true });
    telegram.addMember(forum, ada);
    const topic = telegram.addTopic(forum, 'Releases');
    const credentials = { bot_token: telegram.token };
    for (const [id, target] of [
      ['releases', `${forum.id}:${topic}`],
      ['general', String(forum.id)],
    ])
      await gateway.request('POST', '/v1/channels/new', {
        body: { channel_id: id, platform: 'telegram', target_chat_id: target, channel_type: 'PROMPT', credentials },
      });
    await post({ channel_id: 'releases', text: 'Ship it?', options: ['Yes', 'No'] });
    if (statement !== null) await runStatements(env, statement);
    const pressed = await telegram.press({ chat: forum, button: 'No', user: ada, inaccessible: true });
    expect(pressed.notice).toContain('No');
    expect(await get(1)).toMatchObject({ state: 'answered', answer: 'No' });
  });

  it('with a forged token or from another bot answers nothing', async () => {
    const { telegram, gateway, ada, ask, get } = await startAsking();
    const other = telegram.addBot();
    const body = {
      channel_id: 'second',
      platform: 'telegram',
      target_chat_id: String(ada.id),
      channel_type: 'PROMPT',
      credentials: { bot_token: other.token },
    };
    await gateway.request('POST', '/v1/channels/new', { body });
    await ask({ options: ['Yes'] });
    const token = telegram.messages({ chat: ada })[0]?.reply_markup?.inline_keyboard[0]?.[0]?.callback_data ?? '';
    const forge = async (data: string, bot: { token: string }) => {
      await fetch(`${telegram.url}/bot${bot.token}/sendMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chat_id: ada.id,
          text: 'forged',
          reply_markup: { inline_keyboard: [[{ text: 'Forged', callback_data: data }]] },
        }),
      });
      return (await telegram.press({ chat: ada, bot, button: 'Forged' })).notice;
    };
    // The right token, pressed in the chat of another bot.
    expect(await forge(token, other)).toBe('This button belongs to no open question here.');
    // Guessed tokens, pressed in the chat of the right bot.
    for (const guess of [`1.0.${'A'.repeat(16)}`, token.replace(/^1\./, '2.'), token.replace('.0.', '.1.')]) {
      expect(await forge(guess, telegram)).toBe('This button belongs to no open question here.');
    }
    expect(await forge('nothing of ours', telegram)).toBe('');
    expect((await get(1)).state).toBe('pending');
  });

  it('in another chat answers nothing, even on a message with the same id', async () => {
    const { telegram, ada, ask, get } = await startAsking();
    await ask({ options: ['Yes'] });
    const [question] = telegram.messages({ chat: ada });
    const elsewhere = telegram.addChat({ type: 'group' });
    telegram.addMember(elsewhere, ada);
    const newest = () => telegram.messages({ chat: elsewhere }).at(-1)?.message_id ?? 0;
    while (newest() < (question?.message_id ?? 0)) {
      await fetch(`${telegram.url}/bot${telegram.token}/sendMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chat_id: elsewhere.id, text: 'copied', reply_markup: question?.reply_markup }),
      });
    }
    expect(newest()).toBe(question?.message_id);
    const pressed = await telegram.press({ chat: elsewhere, button: 'Yes', user: ada });
    expect(pressed.notice).toBe('This button belongs to no open question here.');
    expect((await get(1)).state).toBe('pending');
  });

  it('shows a label of 64 characters in full and records it in full', async () => {
    const { telegram, ada, ask, get } = await startAsking();
    const options = ['👍'.repeat(64), 'x'.repeat(64)];
    await ask({ options });
    expect(
      telegram
        .messages({ chat: ada })[0]
        ?.reply_markup?.inline_keyboard.flat()
        .map(({ text }) => text),
    ).toEqual(options);
    await telegram.press({ chat: ada, button: 0 });
    expect((await get(1)).answer).toBe(options[0]);
  });

  it.each([
    ['letters', 'x'.repeat(4096)],
    ['emoji, in several messages', '👍'.repeat(4096)],
  ])('answers a prompt of 4096 %s without truncating its text', async (_, text) => {
    const { telegram, ada, ask, get, chat } = await startAsking();
    await ask({ text, options: ['Yes'] });
    expect(chat().join('')).toBe(text);
    await telegram.press({ chat: ada, button: 'Yes' });
    expect((await get(1)).answer).toBe('Yes');
    await until(() => telegram.messages({ chat: ada }).every(({ reply_markup }) => reply_markup === undefined));
    await until(() => chat().at(-1)?.includes('✅ Yes (Ada)'));
    expect(chat().join('')).toContain(text.slice(0, 2000));
  });

  it('reaches all channels of a bot through one poller', async () => {
    const { telegram, gateway, ask, get, post } = await startAsking();
    const people = Array.from({ length: 4 }, () => telegram.addUser());
    for (const [index, chat] of people.entries()) await registerChannel(gateway, telegram, { id: `c${index}`, chat });
    await ask({ options: ['Yes'] });
    for (const [index, chat] of people.entries()) {
      await post({ channel_id: `c${index}`, text: 'And you?', options: ['Yes'] });
      await telegram.press({ chat, button: 'Yes' });
      expect((await get(index + 2)).state).toBe('answered');
    }
    expect((await get(1)).state).toBe('pending');
    // Telegram would have answered a second poller with 409.
    expect(telegram.calls({ method: 'getUpdates' }).filter(({ status }) => status === 409)).toEqual([]);
    expect(telegram.calls({ method: 'getUpdates' }).filter(({ status }) => status === 0).length).toBeLessThanOrEqual(1);
  });
});
