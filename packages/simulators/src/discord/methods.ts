import type { UploadedFile } from '@gateway/sandbox/server';
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
import { editMessage, postMessage } from './posting.js';
import type { Sessions } from './sessions.js';
import type { Message } from './types.js';
import { checkMessage } from './validation.js';
import { shownChannel, type Bot, type Room, type World } from './world.js';

interface Invocation {
  bot: Bot;
  params: Record<string, string>;
  body: Record<string, unknown>;
  files: UploadedFile[];
}

/** One method of the REST API. What `run` returns is answered as JSON; undefined as 204. */
export interface Method {
  /** How faults and the call log name it. */
  name: string;
  route: string;
  /** Needs no bot token. */
  isOpen?: boolean;
  /** Counts against the channel's rate limit. */
  isLimited?: boolean;
  run(invocation: Invocation): unknown;
}

const UPLOAD_MAX = 10 * 1024 * 1024;
const CATEGORY = 4;

export interface MethodSettings {
  world: World;
  sessions: Sessions;
  interactions: Interactions;
  gatewayUrl: () => string;
}

export function createMethods({ world, sessions, interactions, gatewayUrl }: MethodSettings): Method[] {
  const roomOf = (bot: Bot, id: string | undefined): Room => {
    const room = world.rooms.get(id ?? '');
    if (!room || (room.channel.type === 1 && room.channel.name !== bot.user.id)) throw unknownChannel();
    if (room.access.get(bot.user.id) === 'none') throw missingAccess();
    return room;
  };
  const messageOf = ({ bot, params }: Invocation): Message => {
    const message = roomOf(bot, params['channel']).messages.get(params['message'] ?? '');
    if (!message) throw unknownMessage();
    return message;
  };
  const requireWriteAccess = ({ channel, access }: Room, bot: Bot) => {
    if (channel.type === CATEGORY) throw notATextChannel();
    if (access.get(bot.user.id) === 'read') throw missingPermissions();
    if (channel.type === 1 && world.blocked.has(channel.recipients?.[0]?.id ?? '')) throw cannotMessageUser();
  };
  /** The bot's own messages come back to it over the socket. */
  const announce = (bot: Bot, { channel }: Room, t: string, message: object) => {
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
    ...guildMethods(world),
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
        if (!world.users.has(recipient)) throw unknownUser();
        return shownChannel(world.conversation(recipient, bot));
      },
    },
    {
      name: 'getChannel',
      route: 'GET /channels/:channel',
      run: ({ bot, params }) => shownChannel(roomOf(bot, params['channel']).channel),
    },
    {
      name: 'createMessage',
      route: 'POST /channels/:channel/messages',
      isLimited: true,
      run({ bot, params, body, files }) {
        const room = roomOf(bot, params['channel']);
        requireWriteAccess(room, bot);
        const parts = checkMessage('create', body, files.length);
        if (files.some(({ bytes }) => bytes.length > UPLOAD_MAX)) {
          throw invalidField(['files'], 'BASE_TYPE_MAX_SIZE', 'The uploaded file is too large.');
        }
        const reference = parts.message_reference;
        if (reference && reference.fail_if_not_exists !== false && !room.messages.has(reference.message_id)) {
          throw invalidField(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
        }
        const message = postMessage(world, room, bot.user, parts, files);
        announce(bot, room, 'MESSAGE_CREATE', message);
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
        editMessage(world, message, checkMessage('edit', body, files.length));
        announce(bot, roomOf(bot, params['channel']), 'MESSAGE_UPDATE', message);
        return message;
      },
    },
    {
      name: 'deleteMessage',
      route: 'DELETE /channels/:channel/messages/:message',
      run(invocation) {
        const { id, channel_id, author } = messageOf(invocation);
        if (author.id !== invocation.bot.user.id) throw missingPermissions();
        roomOf(invocation.bot, channel_id).messages.delete(id);
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
