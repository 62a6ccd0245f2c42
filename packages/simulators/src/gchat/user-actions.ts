import { ControlError, isButton, type PersonFile } from '@gateway/sandbox/server';
import type { PressOptions, TextOptions } from './simulator-types.js';
import type { GchatButton, GchatCard, GchatMessage, GchatUser } from './types.js';
import type { SpaceState, GchatState } from './state.js';

/** Finds the button that a person presses; throws a `ControlError` when the message shows no such button. */
export function findButton(
  spaceState: SpaceState,
  { message: name, button, stale }: Pick<PressOptions, 'message' | 'button' | 'stale'>,
): { message: GchatMessage; button: GchatButton } {
  const shown = (message: GchatMessage) => buttonsOf(stale ? spaceState.posted.get(message.name) : message.cardsV2);
  const message =
    name === undefined
      ? [...spaceState.messages.values()].findLast((candidate) => shown(candidate).length > 0)
      : spaceState.messages.get(name);
  if (!message) throw new ControlError('No such message with buttons', 404);
  const buttons = shown(message);
  const found = typeof button === 'number' ? buttons[button] : buttons.find(({ text }) => isButton(text, button));
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

/** Writes a person's text, with files. In a space it mentions the app, since the app gets only mentions there. */
export function write(
  state: GchatState,
  spaceState: SpaceState,
  user: GchatUser,
  {
    text,
    thread,
    quote,
    files = [],
  }: Pick<TextOptions, 'text' | 'thread' | 'quote'> & { files?: readonly PersonFile[] },
  withArgument: boolean,
): GchatMessage {
  const mention = spaceState.space.type === 'DM' ? '' : `@${state.bot.displayName} `;
  const extra = {
    ...(withArgument && { argumentText: mention === '' ? text : ` ${text}` }),
    ...(mention !== '' && {
      annotations: [
        {
          type: 'USER_MENTION',
          startIndex: 0,
          length: mention.length - 1,
          userMention: { user: state.bot, type: 'MENTION' },
        },
      ],
    }),
    ...(files.length > 0 && { attachment: files.map((file) => state.addFile(spaceState, file)) }),
    ...(quote !== undefined && { quotedMessageMetadata: { name: quote } }),
  };
  const body = { text: mention + text, ...(thread !== undefined && { thread: { name: thread } }) };
  return state.create(spaceState, {
    sender: user,
    body,
    extra,
    ...(thread !== undefined && { replyOption: 'REPLY_MESSAGE_OR_FAIL' }),
  });
}
