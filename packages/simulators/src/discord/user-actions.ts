import { ControlError, isButton, type PersonFile } from '@gateway/sandbox/server';
import type { Attachments } from './attachments.js';
import { Intent } from './intents.js';
import type { Interactions, PressAnswer } from './interactions.js';
import type { FilesOptions, PressOptions, Ref, SubmitOptions, TextOptions } from './simulator-types.js';
import { postMessage } from './posting.js';
import type { Sessions } from './sessions.js';
import type { Button, Message, User } from './types.js';
import type { Bot, ChannelState, DiscordState } from './state.js';

export const idOf = (ref: Ref): string => (typeof ref === 'string' ? ref : ref.id);

export interface UserActionOptions {
  state: DiscordState;
  sessions: Sessions;
  interactions: Interactions;
  attachments: Attachments;
}

/** Presses, submissions and texts of people. `redeliver` repeats the newest event. */
export function createUserActions({ state, sessions, interactions, attachments }: UserActionOptions) {
  let sendAgain: () => void = () => {};

  const personIn = (channelState: ChannelState, user: Ref | undefined): User => {
    if (user !== undefined) return state.user(idOf(user));
    const [first] = channelState.channel.recipients ?? state.users.values();
    if (!first) throw new ControlError('The simulator has no person yet: add one with addUser');
    return first;
  };

  return {
    async press({ channel, message, button, user }: PressOptions): Promise<PressAnswer> {
      const channelState = state.channelState(idOf(channel));
      const pressed =
        message === undefined ? newestWithButtons(channelState) : channelState.messages.get(idOf(message));
      if (!pressed)
        throw new ControlError(`No message ${message ? idOf(message) : 'with buttons'} in this channel`, 404);
      const bot = [...state.bots.values()].find((candidate) => candidate.user.id === pressed.author.id);
      if (!bot) throw new ControlError(`Message ${pressed.id} was not sent by a bot`);
      const person = personIn(channelState, user);
      const customId = carried(pressed, button);
      sendAgain = interactions.repeat;
      return await interactions.press({ bot, user: person, channelState, message: pressed }, customId);
    },
    async submit({ user, values }: SubmitOptions): Promise<PressAnswer> {
      sendAgain = interactions.repeat;
      return await interactions.submit(state.user(idOf(user)), values);
    },
    writeText: (options: TextOptions): Message => post(options, []),
    sendFiles: ({ files, text = '', ...place }: FilesOptions): Message => post({ text, ...place }, files),
    redeliver: () => sendAgain(),
  };

  function post({ channel, text, user, replyTo }: TextOptions, files: readonly PersonFile[]): Message {
    const channelState = state.channelState(idOf(channel));
    const person = personIn(channelState, user);
    if (replyTo !== undefined && !channelState.messages.has(idOf(replyTo)))
      throw new ControlError(`No message ${idOf(replyTo)}`, 404);
    const parts = {
      content: text,
      allowed_mentions: {},
      ...(replyTo !== undefined && { message_reference: { message_id: idOf(replyTo) } }),
    };
    const uploads = files.map(({ name, type, bytes }) => ({ name, type, bytes: Buffer.from(bytes) }));
    const message = postMessage(state, channelState, person, parts, uploads);
    attachments.store(message, files);
    sendAgain = () => {
      for (const bot of receivers(channelState)) announce(bot, channelState, message);
    };
    sendAgain();
    return message;
  }

  function receivers({ channel, access }: ChannelState): Bot[] {
    return [...state.bots.values()].filter(
      ({ user }) => access.get(user.id) !== 'none' && (channel.type !== 1 || channel.name === user.id),
    );
  }

  function announce(bot: Bot, { channel }: ChannelState, message: Message): void {
    const guild =
      channel.guild_id === undefined ? {} : { guild_id: channel.guild_id, member: { nick: null, roles: [] } };
    const intent = channel.guild_id === undefined ? Intent.DirectMessages : Intent.GuildMessages;
    sessions.dispatch(bot, 'MESSAGE_CREATE', { ...message, ...guild }, intent);
  }
}

function newestWithButtons({ messages }: ChannelState): Message | undefined {
  return [...messages.values()].findLast(({ components }) => components.length > 0);
}

function carried({ components, id }: Message, choice: PressOptions['button']): string {
  if (typeof choice === 'object') return choice.customId;
  const buttons: Button[] = components.flatMap(({ components: row }) => row);
  const found = typeof choice === 'number' ? buttons[choice] : buttons.find(({ label }) => isButton(label, choice));
  if (found?.custom_id !== undefined) return found.custom_id;
  const labels = buttons.map(({ label }) => JSON.stringify(label)).join(', ') || 'none';
  throw new ControlError(`Message ${id} has no such button; it shows: ${labels}`);
}
