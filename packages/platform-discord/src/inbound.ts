import type { PressEvent, Sender, TextEvent } from '@gateway/platform-kit';
import { z } from 'zod';
import { personTarget } from './target.js';
import type { Threads } from './threads.js';

const user = z.object({
  id: z.string(),
  username: z.string().nullish(),
  global_name: z.string().nullish(),
  bot: z.boolean().nullish(),
  system: z.boolean().nullish(),
});

const nick = z.string().nullish();

const interaction = z.object({
  id: z.string(),
  type: z.number(),
  token: z.string(),
  application_id: z.string().nullish(),
  channel_id: z.string().nullish(),
  guild_id: z.string().nullish(),
  channel: z
    .object({ id: z.string(), parent_id: z.string().nullish(), type: z.number().nullish() })
    .nullish()
    .catch(null),
  member: z.object({ nick, user: user.nullish() }).nullish(),
  user: user.nullish(),
  message: z.object({ id: z.string(), channel_id: z.string().nullish() }).nullish(),
  data: z.object({ custom_id: z.string().nullish(), component_type: z.number().nullish() }).nullish(),
});

const message = z.object({
  id: z.string(),
  channel_id: z.string(),
  guild_id: z.string().nullish(),
  type: z.number().nullish(),
  author: user,
  member: z.object({ nick }).nullish().catch(null),
  webhook_id: z.string().nullish(),
  content: z.string().nullish(),
  message_reference: z.object({ message_id: z.string().nullish(), type: z.number().nullish() }).nullish().catch(null),
  attachments: z.unknown().optional(),
  embeds: z.unknown().optional(),
  sticker_items: z.unknown().optional(),
  components: z.unknown().optional(),
  message_snapshots: z.unknown().optional(),
  poll: z.unknown().optional(),
});

/** A press, and what answers it. */
export interface Press {
  readonly event: PressEvent;
  readonly interaction: { readonly id: string; readonly token: string; readonly applicationId: string | null };
}

const COMPONENT = 3;
const BUTTON = 2;
const DEFAULT = 0;
const REPLY = 19;

/** An interaction that is no press on a button: the test of an address, a command, what is typed in one, anything else. */
export type NoPress = 'ping' | 'command' | 'autocomplete' | 'other';

const KINDS: Readonly<Record<number, NoPress>> = { 1: 'ping', 2: 'command', 4: 'autocomplete' };

/** Reads an interaction; null when it is none. */
export function parseInteraction(value: unknown, threads: Threads): NoPress | Press | null {
  const kind = z.object({ type: z.number() }).safeParse(value);
  if (!kind.success) return null;
  if (kind.data.type !== COMPONENT) return KINDS[kind.data.type] ?? 'other';
  const parsed = interaction.safeParse(value);
  if (!parsed.success) return null;
  const { id, token, application_id, guild_id, channel, member, message: pressed, data } = parsed.data;
  const person = member?.user ?? parsed.data.user;
  const channelId = parsed.data.channel_id ?? channel?.id ?? pressed?.channel_id;
  if (!person || !channelId || !pressed) return null;
  if (typeof data?.custom_id !== 'string' || (data.component_type ?? BUTTON) !== BUTTON) return 'other';
  threads.learn(channel);
  return {
    interaction: { id, token, applicationId: application_id ?? null },
    event: {
      kind: 'press',
      id: `interaction:${id}`,
      targets: targetsOf(channelId, threads.parentOf(channelId), guild_id ? null : person.id),
      sender: named(person, member?.nick),
      messageId: pressed.id,
      token: data.custom_id,
    },
  };
}

/** Reads a message that a person wrote; `silent` when Discord withheld its words, null when it is no text of a person's. */
export function parseMessage(value: unknown, threads: Threads, self: string | null): TextEvent | 'silent' | null {
  const parsed = message.safeParse(value);
  if (!parsed.success) return null;
  const { id, channel_id, guild_id, type, author, member, webhook_id, content, message_reference, ...parts } =
    parsed.data;
  if (author.bot || author.system || webhook_id || author.id === self) return null;
  if (type && type !== DEFAULT && type !== REPLY) return null;
  if (!content?.trim()) return Object.values(parts).some(isThere) ? null : 'silent';
  const parent = threads.parentOf(channel_id);
  // A forwarded message refers to its origin as well; that is no reply.
  const replied = message_reference?.type ? null : (message_reference?.message_id ?? null);
  return {
    kind: 'text',
    id: `message:${id}`,
    targets: targetsOf(channel_id, parent, guild_id ? null : author.id),
    sender: named(author, member?.nick),
    messageId: id,
    text: content,
    // A thread that hangs on a message has that message's id.
    replyTo: replied ?? (parent === null ? null : channel_id),
  };
}

function isThere(part: unknown): boolean {
  return Array.isArray(part) ? part.length > 0 : part !== undefined && part !== null;
}

function named({ id, username, global_name }: z.output<typeof user>, nickname: string | null | undefined): Sender {
  return { id, username: username || null, name: nickname || global_name || null };
}

function targetsOf(channel: string, parent: string | null, person: string | null): [string, ...string[]] {
  return [channel, ...(parent ? [parent] : []), ...(person ? [personTarget(person)] : [])];
}
