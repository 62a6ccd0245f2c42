import type { UploadedFile } from '@gateway/sandbox/server';
import type { Attachment, Message, MessageParts, User } from './types.js';
import type { ChannelState, DiscordState } from './state.js';

const DEFAULT_MESSAGE = 0;
const REPLY_MESSAGE = 19;

/** Posts a message. A reference to an unknown message is dropped, as with `fail_if_not_exists: false`. */
export function postMessage(
  state: DiscordState,
  channelState: ChannelState,
  author: User,
  parts: MessageParts,
  files: Iterable<UploadedFile> = [],
): Message {
  const referenced = channelState.messages.get(parts.message_reference?.message_id ?? '');
  const { channel } = channelState;
  const mentioned = [...(parts.content ?? '').matchAll(/<@!?(\d+)>/g)].flatMap(
    ([, id]) => state.users.get(id ?? '') ?? [],
  );
  const message: Message = {
    id: state.snowflake(),
    channel_id: channel.id,
    type: referenced ? REPLY_MESSAGE : DEFAULT_MESSAGE,
    author,
    content: parts.content ?? '',
    timestamp: new Date(state.clock.now()).toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: (parts.content ?? '').includes('@everyone') && parts.allowed_mentions === undefined,
    mentions: mentioned,
    mention_roles: [],
    attachments: [...files].map((file) => attachment(state, channel.id, file)),
    embeds: parts.embeds ?? [],
    components: parts.components ?? [],
    pinned: false,
    flags: parts.flags ?? 0,
    ...(referenced && {
      message_reference: {
        type: 0,
        message_id: referenced.id,
        channel_id: channel.id,
        ...(channel.guild_id !== undefined && { guild_id: channel.guild_id }),
      },
      referenced_message: { ...referenced, referenced_message: null },
    }),
  };
  channelState.messages.set(message.id, message);
  state.watch.emit(message);
  return message;
}

/** Changes the fields that the request contains. */
export function editMessage(
  state: DiscordState,
  message: Message,
  { content, embeds, components }: MessageParts,
): Message {
  if (content !== undefined) message.content = content ?? '';
  if (embeds !== undefined) message.embeds = embeds ?? [];
  if (components !== undefined) message.components = components ?? [];
  message.edited_timestamp = new Date(state.clock.now()).toISOString();
  state.watch.emit(message);
  return message;
}

function attachment(state: DiscordState, channel: string, { name, type, bytes }: UploadedFile): Attachment {
  const id = state.snowflake();
  return {
    id,
    filename: name,
    content_type: type,
    size: bytes.length,
    url: `https://cdn.discordapp.com/attachments/${channel}/${id}/${encodeURIComponent(name)}`,
  };
}
