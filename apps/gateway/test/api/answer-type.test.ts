import { describe, expect, it } from 'vitest';
import { registerChannel } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { startAsking } from './asking.js';

const choice = { options: ['Approve', 'Not today'], allow_text: true };

describe('answer_type of a prompt', () => {
  it('is null while pending, option after a press, text after other words', async () => {
    const { ask, get, telegram, ada } = await startAsking();
    expect(await get(await ask(choice))).toMatchObject({ state: 'pending', answer_type: null });
    await telegram.press({ chat: ada, button: 'Approve' });
    expect(await get(1)).toMatchObject({ answer_type: 'option', answer: 'Approve' });
    await ask(choice);
    telegram.writeText({ chat: ada, text: 'ID:#2 approve, but slowly' });
    expect(await get(2, '?wait=10')).toMatchObject({ answer_type: 'text', answer: 'approve, but slowly' });
  });

  it.each([
    ['approve', 'Approve'],
    ['  APPROVE  ', 'Approve'],
    ['not \n  TODAY', 'Not today'],
    ['Approve', 'Approve'],
  ])('is option when a person types the option label as %j', async (words, label) => {
    const { ask, get, telegram, ada } = await startAsking();
    const receiver = await startReceiver();
    for (const reply of [{ text: `ID:#1 ${words}` }, { text: words, replyTo: 3 }]) {
      const num = await ask({ ...choice, callback_url: receiver.url });
      const question = telegram.messages({ chat: ada }).findLast(({ text }) => text?.startsWith('Ship it?'));
      telegram.writeText({ chat: ada, ...reply, ...('replyTo' in reply && { replyTo: question?.message_id ?? 0 }) });
      expect(await get(num, '?wait=10')).toMatchObject({ answer_type: 'option', answer: label });
    }
    const callbacks = await receiver.waitFor(2);
    for (const { json } of callbacks) expect(json.answer).toEqual({ type: 'option', value: label });
  });

  it('is text when the words match two labels and equal neither', async () => {
    const { ask, get, telegram, ada } = await startAsking();
    for (const words of ['ja', 'JA']) {
      const num = await ask({ options: ['Ja', 'JA'], allow_text: true });
      telegram.writeText({ chat: ada, text: `ID:#${num} ${words}` });
      expect(await get(num, '?wait=10')).toMatchObject({
        answer: words,
        answer_type: words === 'JA' ? 'option' : 'text',
      });
    }
  });

  it('is option when an operator types the label in the console', async () => {
    const { ask, gateway } = await startAsking();
    const num = await ask(choice);
    const operator = await setUpConsole(gateway);
    const answer = { type: 'text', value: ' not TODAY ' };
    expect(await operator.request('POST', `/v1/prompts/${num}/answer`, answer)).toMatchObject({
      status: 200,
      json: { answer: 'Not today', answer_type: 'option' },
    });
  });

  it('stays null when a person writes to a prompt without allow_text', async () => {
    const { ask, get, telegram, ada, chat } = await startAsking();
    await ask({ options: ['Approve'] });
    telegram.writeText({ chat: ada, text: 'ID:#1 approve' });
    await expect.poll(() => chat().at(-1)).toContain('press one of its buttons');
    expect(await get(1)).toMatchObject({ state: 'pending', answer_type: null });
  });
});

it('answered_by and sender of one person have the same username, with and without a platform user name', async () => {
  const { telegram, gateway } = await startAsking();
  const receiver = await startReceiver();
  const people = [
    telegram.addUser({ firstName: 'Grace', username: 'grace' }),
    telegram.addUser({ firstName: 'Linus' }),
  ];
  const members = people.map(({ id }) => id);
  const group = telegram.addChat({ type: 'supergroup', title: 'Team', members });
  const talk = telegram.addChat({ type: 'supergroup', title: 'Talk', members });
  for (const chat of [group, talk]) telegram.setBotStatus(chat, 'administrator');
  await registerChannel(gateway, telegram, { id: 'team', chat: group });
  await registerChannel(gateway, telegram, { id: 'talk', chat: talk, type: 'MESSAGE', callbackUrl: receiver.url });
  for (const [index, user] of people.entries()) {
    await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'team', text: 'Lunch?', options: [`Now ${index}`], callback_url: receiver.url },
    });
    await telegram.press({ chat: group, button: `Now ${index}`, user });
    telegram.writeText({ chat: talk, user, text: 'Hello' });
    await receiver.waitFor(2 * (index + 1));
    const [answered, created] = ['prompt.answered', 'message.created'].map((type) =>
      receiver.received.findLast(({ json }) => json.type === type),
    );
    expect(answered?.json.answered_by.username).toBe(index === 0 ? 'grace' : 'Linus');
    expect(created?.json.sender).toEqual(answered?.json.answered_by);
  }
});
