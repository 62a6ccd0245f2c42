import {
  cannotMessageUser,
  invalidField,
  missingAccess,
  missingPermissions,
  notATextChannel,
  notTheAuthor,
  unknownChannel,
  unknownMessage,
  unknownUser,
} from './errors.js';
import { guildMethods } from './guilds.js';
import type { Interactions } from './interactions.js';
import { Intent } from './intents.js';
import type { Invocation, Method } from './method.js';
import { editMessage, postMessage } from './posting.js';
import type { Sessions } from './sessions.js';
import type { Message } from './types.js';
import { checkMessage } from './validation.js';
import { shownChannel, type Bot, type ChannelState, type DiscordState } from './state.js';

const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
const CATEGORY = 4;

export interface MethodSettings {
  state: DiscordState;
  sessions: Sessions;
  interactions: Interactions;
  gatewayUrl: () => string;
}

export function createMethods({ state, sessions, interactions, gatewayUrl }: MethodSettings): Method[] {
  /** Ids of messages by their channel and nonce. Discord forgets a nonce after some minutes. */
  const nonces = new Map<string, string>();
  const channelStateOf = (bot: Bot, id: string | undefined): ChannelState => {
    const channelState = state.channelStates.get(id ?? '');
    if (!channelState || (channelState.channel.type === 1 && channelState.channel.name !== bot.user.id))
      throw unknownChannel();
    if (channelState.access.get(bot.user.id) === 'none') throw missingAccess();
    return channelState;
  };
  const messageOf = ({ bot, params }: Invocation): Message => {
    const message = channelStateOf(bot, params['channel']).messages.get(params['message'] ?? '');
    if (!message) throw unknownMessage();
    return message;
  };
  const requireWriteAccess = ({ channel, access }: ChannelState, bot: Bot) => {
    if (channel.type === CATEGORY) throw notATextChannel();
    if (access.get(bot.user.id) === 'read') throw missingPermissions();
    if (channel.type === 1 && state.blocked.has(channel.recipients?.[0]?.id ?? '')) throw cannotMessageUser();
  };
  /** A bot gets events of its own messages, too. */
  const announce = (bot: Bot, { channel }: ChannelState, t: string, message: object) => {
    const isGuild = channel.guild_id !== undefined;
    const d = { ...message, ...(isGuild && { guild_id: channel.guild_id }) };
    sessions.dispatch(bot, t, d, isGuild ? Intent.GuildMessages : Intent.DirectMessages);
  };

  return [
    {
      name: 'getCurrentUser',
      route: 'GET /users/@me',
      run: ({ bot }) => ({ ...bot.user, verified: true, mfa_enabled: false, flags: 0 }),
    },
    { name: 'getApplication', route: 'GET /applications/@me', run: ({ bot }) => application(bot) },
    {
      name: 'editApplication',
      route: 'PATCH /applications/@me',
      async run({ bot, body }) {
        const url = body['interactions_endpoint_url'];
        if (typeof url === 'string' && url !== '') {
          await interactions.verify(bot, url).catch((error: Error) => {
            throw invalidField(
              ['interactions_endpoint_url'],
              'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID',
              error.message,
            );
          });
        }
        if (url !== undefined) bot.interactionsUrl = typeof url === 'string' && url !== '' ? url : null;
        return application(bot);
      },
    },
    ...guildMethods(state),
    { name: 'getGateway', route: 'GET /gateway', isOpen: true, run: () => ({ url: gatewayUrl() }) },
    {
      name: 'getGatewayBot',
      route: 'GET /gateway/bot',
      run: () => ({
        url: gatewayUrl(),
        shards: 1,
        session_start_limit: { total: 1000, remaining: 999, reset_after: 86_400_000, max_concurrency: 16 },
      }),
    },
    {
      name: 'createDm',
      route: 'POST /users/@me/channels',
      run({ bot, body }) {
        const recipient = String(body['recipient_id']);
        if (!state.users.has(recipient)) throw unknownUser();
        return shownChannel(state.conversation(recipient, bot));
      },
    },
    {
      name: 'getChannel',
      route: 'GET /channels/:channel',
      run: ({ bot, params }) => shownChannel(channelStateOf(bot, params['channel']).channel),
    },
    {
      name: 'createMessage',
      route: 'POST /channels/:channel/messages',
      isLimited: true,
      run({ bot, params, body, files }) {
        const channelState = channelStateOf(bot, params['channel']);
        requireWriteAccess(channelState, bot);
        const parts = checkMessage('create', body, files.length);
        if (files.some(({ bytes }) => bytes.length > MAX_UPLOAD_BYTES)) {
          throw invalidField(['files'], 'BASE_TYPE_MAX_SIZE', 'The uploaded file is too large.');
        }
        const reference = parts.message_reference;
        if (reference && reference.fail_if_not_exists !== false && !channelState.messages.has(reference.message_id)) {
          throw invalidField(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
        }
        const nonce = body['enforce_nonce'] === true ? `${channelState.channel.id} ${String(body['nonce'])}` : null;
        const before = nonce === null ? undefined : channelState.messages.get(nonces.get(nonce) ?? '');
        if (before) return before;
        const message = postMessage(state, channelState, bot.user, parts, files);
        if (nonce !== null) nonces.set(nonce, message.id);
        announce(bot, channelState, 'MESSAGE_CREATE', message);
        return message;
      },
    },
    {
      name: 'getMessage',
      route: 'GET /channels/:channel/messages/:message',
      run: (invocation) => messageOf(invocation),
    },
    {
      name: 'editMessage',
      route: 'PATCH /channels/:channel/messages/:message',
      run(invocation) {
        const message = messageOf(invocation);
        const { bot, params, body, files } = invocation;
        if (message.author.id !== bot.user.id) throw notTheAuthor();
        editMessage(state, message, checkMessage('edit', body, files.length));
        announce(bot, channelStateOf(bot, params['channel']), 'MESSAGE_UPDATE', message);
        return message;
      },
    },
    {
      name: 'deleteMessage',
      route: 'DELETE /channels/:channel/messages/:message',
      run(invocation) {
        const { id, channel_id, author } = messageOf(invocation);
        if (author.id !== invocation.bot.user.id) throw missingPermissions();
        channelStateOf(invocation.bot, channel_id).messages.delete(id);
      },
    },
    {
      name: 'createInteractionResponse',
      route: 'POST /interactions/:interaction/:token/callback',
      isOpen: true,
      run: ({ params, body }) => interactions.callback(params['interaction'] ?? '', params['token'] ?? '', body),
    },
    {
      name: 'createFollowup',
      route: 'POST /webhooks/:application/:token',
      isOpen: true,
      run: ({ params, body, files }) =>
        interactions.followUp(
          params['application'] ?? '',
          params['token'] ?? '',
          checkMessage('followUp', body, files.length),
        ),
    },
  ];
}

function application({ applicationId, publicKey, interactionsUrl, hasMessageContent, user }: Bot): object {
  return {
    id: applicationId,
    name: user.username,
    verify_key: publicKey,
    interactions_endpoint_url: interactionsUrl,
    flags: hasMessageContent ? 1 << 19 : 0,
  };
}
