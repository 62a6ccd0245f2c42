import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking, type Asking } from './asking.js';

/** The message of the bot in Ada's chat that contains a text, once it is there. */
async function messageWith({ telegram, ada }: Asking, text: string): Promise<number> {
  const isIt = (message: { text?: string }) => message.text?.includes(text) ?? false;
  await until(() => telegram.messages({ chat: ada }).some(isIt));
  return telegram.messages({ chat: ada }).find(isIt)?.message_id ?? 0;
}

describe('a decision that a person types', () => {
  it.each([
    ['the question', 'Ship it?'],
    ['the message that asks for it', 'Why?'],
    ['the reminder', 'Reminder: question #1'],
  ])('takes its reason as a reply to %s', async (_message, text) => {
    const clock = manualClock();
    const asking = await startAsking({ clock });
    const { telegram, ada, gateway, ask, get } = asking;
    const receiver = await startReceiver();
    await gateway.request('POST', '/v1/policies/new', {
      body: { policy_id: 'p', name: 'Policy', steps: [{ after_sec: 60, remind: true }] },
    });
    await ask({
      policy: 'p',
      decisions: ['approve', 'reject'],
      ask_reason: 'on_reject',
      callback_url: receiver.url,
    });
    clock.advance(60_000);
    await messageWith(asking, 'Reminder: question #1');
    telegram.writeText({ chat: ada, text: 'reject', replyTo: await messageWith(asking, 'Ship it?') });
    await messageWith(asking, 'Why?');
    expect(await get(1)).toMatchObject({ state: 'answered', decision: { value: 'reject', reason: null } });
    expect(receiver.received).toEqual([]);
    telegram.writeText({ chat: ada, text: 'too risky', replyTo: await messageWith(asking, text) });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      answer: { value: 'reject', reason: 'too risky' },
      votes: [{ decision: 'reject', reason: 'too risky' }],
    });
  });
});

describe('a reply to an unknown message', () => {
  it('does not wait for what people are asked in other chats', async () => {
    // The clock stands still, so a wait would not end.
    const asking = await startAsking({ clock: manualClock() });
    const { telegram, ada, gateway, ask } = asking;
    const receiver = await startReceiver();
    const bob = telegram.addUser({ firstName: 'Bob' });
    await registerChannel(gateway, telegram, { id: 'bob', chat: bob });
    await registerChannel(gateway, telegram, { id: 'inbox', chat: bob, type: 'MESSAGE', callbackUrl: receiver.url });
    const { message: earlier } = telegram.writeText({ chat: bob, text: 'hello' });
    await receiver.waitFor(1);

    await ask({ decisions: ['approve', 'respond'] });
    telegram.failNext('sendMessage', { hang: true, afterEffect: true });
    await telegram.press({ chat: ada, button: 'Respond' });
    await messageWith(asking, 'your response');
    telegram.writeText({ chat: bob, text: 'anybody there?', replyTo: earlier.message_id });
    const received = await receiver.waitFor(2);
    expect(received[1]?.json.text).toBe('anybody there?');
  });
});
