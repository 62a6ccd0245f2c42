import { createPrompt, type BodyInput } from '@gateway/contract';
import type { TelegramSimulator, TelegramTypes } from '@gateway/simulators/telegram';
import type { TestGateway } from '../harness/gateway.js';
import type { Receiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

export type Asker = Pick<TestGateway, 'call'>;
export type Person = TelegramTypes.User;

/** A group chat with `count` members. */
export function createGroup(
  telegram: TelegramSimulator,
  count: number,
): { chat: TelegramTypes.Chat; people: Person[] } {
  const people = Array.from({ length: count }, (_, index) =>
    telegram.addUser({ firstName: `Person ${index}`, username: `person_${index}` }),
  );
  return {
    chat: telegram.addChat({ type: 'supergroup', title: 'Team', members: people.map(({ id }) => id) }),
    people,
  };
}

/** Posts a prompt, by default with the buttons Yes and No. Returns its id and the id of the message with the buttons. */
export async function ask(
  gateway: Asker,
  channel: string,
  more: Partial<BodyInput<typeof createPrompt>> = {},
): Promise<{ id: string; message: number }> {
  const body = { text: 'Ship it?', options: ['Yes', 'No'], ...more, channel_id: channel };
  const { prompt_id, message_id } = await gateway.call(createPrompt, { body });
  return { id: prompt_id, message: Number(message_id) };
}

/** Posts and answers one more prompt and waits for its callback. All earlier callbacks to this receiver have then been sent. */
export async function completeOnePrompt(
  gateway: Asker,
  {
    telegram,
    channel,
    chat,
    receiver,
  }: { telegram: TelegramSimulator; channel: string; chat: { id: number }; receiver: Receiver },
): Promise<string> {
  const { id, message } = await ask(gateway, channel, { text: 'One more?', callback_url: receiver.url });
  await telegram.press({ chat, message, button: 'Yes' });
  await until(() => receiver.received.some(({ json }) => json.prompt_id === id));
  return id;
}

/** The prompt ids of all received callbacks, repeats included, by number. */
export function promptIdsOf({ received }: Receiver): string[] {
  return received.map(({ json }): string => json.prompt_id).toSorted(byNumber);
}

export function byNumber(left: string, right: string): number {
  return Number(left.slice(1)) - Number(right.slice(1));
}
