import type { DialogEvent, OtherEvent, PressEvent, Sender, TextEvent } from '@gateway/platform-kit';
import { z } from 'zod';
import { readValues } from './dialogs.js';
import { filesOf, type ReadFile } from './files.js';
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
  data: z
    .object({
      custom_id: z.string().nullish(),
      component_type: z.number().nullish(),
      components: z.unknown().optional(),
    })
    .nullish(),
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

/** A press or a submitted dialog, and the interaction that its answer needs. */
export interface Interacted {
  readonly event: PressEvent | DialogEvent;
  readonly interaction: { readonly id: string; readonly token: string; readonly applicationId: string | null };
}

const COMPONENT = 3;
const MODAL_SUBMIT = 5;
const BUTTON = 2;
const DEFAULT = 0;
const REPLY = 19;

/** Interactions that are neither presses nor submissions: a test of the address, a command, an autocomplete request, or another kind. */
export type OtherInteraction = 'ping' | 'command' | 'autocomplete' | 'other';

const KINDS: Readonly<Record<number, OtherInteraction>> = { 1: 'ping', 2: 'command', 4: 'autocomplete' };

/** Parses an interaction; null when the value is not one. */
export function parseInteraction(value: unknown, threads: Threads): OtherInteraction | Interacted | null {
  const kind = z.object({ type: z.number() }).safeParse(value);
  if (!kind.success) return null;
  if (kind.data.type !== COMPONENT && kind.data.type !== MODAL_SUBMIT) return KINDS[kind.data.type] ?? 'other';
  // A modal that was not opened from a message is another program's.
  const unusable = kind.data.type === MODAL_SUBMIT ? 'other' : null;
  const parsed = interaction.safeParse(value);
  if (!parsed.success) return unusable;
  const { id, type, token, application_id, guild_id, channel, member, message: pressed, data } = parsed.data;
  const person = member?.user ?? parsed.data.user;
  const channelId = parsed.data.channel_id ?? channel?.id ?? pressed?.channel_id;
  if (!person || !channelId || !pressed) return unusable;
  if (typeof data?.custom_id !== 'string') return 'other';
  if (type === COMPONENT && (data.component_type ?? BUTTON) !== BUTTON) return 'other';
  threads.learn(channel);
  const common = {
    id: `interaction:${id}`,
    targets: targetsOf(channelId, threads.parentOf(channelId), guild_id ? null : person.id),
    sender: named(person, member?.nick),
    messageId: pressed.id,
    token: data.custom_id,
  };
  return {
    interaction: { id, token, applicationId: application_id ?? null },
    event:
      type === COMPONENT
        ? { kind: 'press', ...common }
        : { kind: 'dialog', ...common, values: readValues(data.components) },
  };
}

/** The event with the handle that a press needs for a dialog. A submission cannot be answered with another dialog. */
export function withHandle(event: Interacted['event'], handle: string): Interacted['event'] {
  return event.kind === 'press' ? { ...event, dialogHandle: handle } : event;
}

export interface MessageParts {
  readonly threads: Threads;
  readonly readFile: ReadFile;
  /** The bot's own user id; null while it is unknown. */
  readonly self: string | null;
}

/**
 * Parses a message with a text or files that a person wrote. `no_content` when Discord withheld the content, null when it is not such a
 * message.
 */
export function parseMessage(
  value: unknown,
  { threads, readFile, self }: MessageParts,
): TextEvent | OtherEvent | 'no_content' | null {
  const parsed = message.safeParse(value);
  if (!parsed.success) return null;
  const { id, channel_id, guild_id, type, author, member, webhook_id, content, message_reference, ...parts } =
    parsed.data;
  if (author.bot || author.system || webhook_id || author.id === self) return null;
  if (type && type !== DEFAULT && type !== REPLY) return null;
  const sent = filesOf(parts.attachments, readFile);
  if (!content?.trim() && sent.files === undefined) return Object.values(parts).some(hasContent) ? null : 'no_content';
  const parent = threads.parentOf(channel_id);
  // A forwarded message also has a reference, to its origin. It is not a reply.
  const replied = message_reference?.type ? null : (message_reference?.message_id ?? null);
  const common = {
    id: `message:${id}`,
    targets: targetsOf(channel_id, parent, guild_id ? null : author.id),
    sender: named(author, member?.nick),
    messageId: id,
    // A thread that was started from a message has that message's id.
    replyTo: replied ?? (parent === null ? null : channel_id),
    ...(parent !== null && { thread: channel_id }),
    ...sent,
  };
  return content?.trim() ? { kind: 'text', text: content, ...common } : { kind: 'other', ...common };
}

function hasContent(part: unknown): boolean {
  return Array.isArray(part) ? part.length > 0 : part !== undefined && part !== null;
}

function named({ id, username, global_name }: z.output<typeof user>, nickname: string | null | undefined): Sender {
  return { id, username: username || null, name: nickname || global_name || null };
}

function targetsOf(channel: string, parent: string | null, person: string | null): [string, ...string[]] {
  return [channel, ...(parent ? [parent] : []), ...(person ? [personTarget(person)] : [])];
}
