import { ControlError } from '@gateway/sandbox/server';
import type { PressOptions, TextOptions } from './handle.js';
import type { GchatButton, GchatCard, GchatMessage, GchatUser } from './types.js';
import type { Room, World } from './world.js';

/** Finds the button that a person presses; throws `ControlError` when their screen shows no such button. */
export function findButton(
  room: Room,
  { message: name, button, stale }: Pick<PressOptions, 'message' | 'button' | 'stale'>,
): { message: GchatMessage; button: GchatButton } {
  const shown = (message: GchatMessage) => buttonsOf(stale ? room.posted.get(message.name) : message.cardsV2);
  const message =
    name === undefined
      ? [...room.messages.values()].findLast((candidate) => shown(candidate).length > 0)
      : room.messages.get(name);
  if (!message) throw new ControlError('No such message with buttons', 404);
  const buttons = shown(message);
  const found = typeof button === 'number' ? buttons[button] : buttons.find(({ text }) => text === button);
  if (!found)
    throw new ControlError(
      `No button ${JSON.stringify(button)}; there are ${JSON.stringify(buttons.map(({ text }) => text))}`,
      404,
    );
  return { message, button: found };
}

/** The buttons of a message's cards, in order. */
export function buttonsOf(cards: readonly GchatCard[] | undefined): GchatButton[] {
  const widgets = (cards ?? []).flatMap(({ card }) => (card.sections ?? []).flatMap((section) => section.widgets));
  return widgets.flatMap(({ buttonList }) => buttonList?.buttons ?? []);
}

/** Writes a person's text. In a space with others the app hears it only because it is mentioned. */
export function write(
  world: World,
  room: Room,
  user: GchatUser,
  { text, thread, quote }: Pick<TextOptions, 'text' | 'thread' | 'quote'>,
  withArgument: boolean,
): GchatMessage {
  const mention = room.space.type === 'DM' ? '' : `@${world.bot.displayName} `;
  const extra = {
    ...(withArgument && { argumentText: mention === '' ? text : ` ${text}` }),
    ...(mention !== '' && {
      annotations: [
        {
          type: 'USER_MENTION',
          startIndex: 0,
          length: mention.length - 1,
          userMention: { user: world.bot, type: 'MENTION' },
        },
      ],
    }),
    ...(quote !== undefined && { quotedMessageMetadata: { name: quote } }),
  };
  const body = { text: mention + text, ...(thread !== undefined && { thread: { name: thread } }) };
  return world.create(room, {
    sender: user,
    body,
    extra,
    ...(thread !== undefined && { replyOption: 'REPLY_MESSAGE_OR_FAIL' }),
  });
}
