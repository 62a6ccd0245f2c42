import { parseJson, type DialogEvent, type OtherEvent, type PressEvent, type TextEvent } from '@gateway/platform-kit';
import { z } from 'zod';
import { messageIdOf, targetsOf } from './address.js';
import { dialogHandle, readSubmission } from './dialogs.js';
import { filesOf, type ReadFile } from './inbound-files.js';
import { readable } from './mrkdwn.js';

/** Where to send a message that only the person who pressed sees. */
export interface Presser {
  readonly channel: string;
  readonly user: string;
  readonly thread: string | undefined;
  readonly responseUrl: string | null;
}

/** What one person did in a conversation. */
interface Acted {
  /** Whether the workspace belongs to an Enterprise organization, in which a person can have a second id. */
  readonly isEnterprise: boolean;
}

/** The content of one request or envelope. Unless Slack includes a profile, a message's sender has only an id. */
export type Inbound =
  | { readonly kind: 'challenge'; readonly challenge: string }
  | (Acted & { readonly kind: 'message'; readonly event: TextEvent | OtherEvent })
  | (Acted & { readonly kind: 'press'; readonly event: PressEvent; readonly presser: Presser })
  | (Acted & { readonly kind: 'dialog'; readonly event: DialogEvent; readonly presser: Presser })
  | { readonly kind: 'command' }
  | { readonly kind: 'limited' }
  | { readonly kind: 'other' };

/** Subtypes of messages that a person wrote. The others are edits, deletions, joins and messages of bots. */
const WRITTEN = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message']);
const TOKEN_MAX = 100;

const text = z.string();
const optional = text.nullish().transform((value) => value || undefined);

const envelope = z.looseObject({ type: text });

const slashCommand = z.looseObject({ command: text.startsWith('/') });

const verification = z.object({ challenge: text });

const eventCallback = z.object({
  event_id: optional,
  authorizations: z
    .array(z.object({ user_id: optional, is_bot: z.boolean().nullish(), enterprise_id: optional }))
    .nullish()
    .catch(null),
  event: z.object({
    type: z.enum(['message', 'app_mention']),
    subtype: optional,
    channel: text,
    channel_type: optional,
    user: text,
    user_profile: z.object({ name: optional, display_name: optional, real_name: optional }).nullish().catch(null),
    bot_id: optional,
    text,
    ts: text,
    thread_ts: optional,
    hidden: z.boolean().nullish(),
    files: z.unknown().optional(),
  }),
});

const blockActions = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: text, username: optional, name: optional }),
  channel: z.object({ id: text }).nullish(),
  container: z.object({ message_ts: optional, channel_id: optional, thread_ts: optional }).nullish(),
  message: z.object({ ts: optional, thread_ts: optional }).nullish(),
  enterprise: z.unknown().optional(),
  trigger_id: optional,
  response_url: optional,
  actions: z.array(z.looseObject({ type: optional, value: optional, action_ts: optional })),
});

/** Parses a request's body: JSON, a form with JSON in its field `payload`, or a form with the fields of a command. Undefined: none of these. */
export function parseBody(body: string): unknown {
  if (body.startsWith('{')) return parseJson(body);
  const form = new URLSearchParams(body);
  const payload = form.get('payload');
  if (payload !== null) return parseJson(payload);
  return form.has('command') ? Object.fromEntries(form) : undefined;
}

/**
 * Whether a form is Slack's check of the certificate, which has no signature. Security: it must have no other field, because
 * nothing of it is verified. Source: https://github.com/slackapi/bolt-js/pull/2898
 */
export function isCertificateCheck(body: string): boolean {
  const form = new URLSearchParams(body);
  return form.get('ssl_check') === '1' && [...form.keys()].every((name) => name === 'ssl_check' || name === 'token');
}

/** Parses a payload of Slack; null when it is not one. Pure. */
export function parsePayload(payload: unknown, readFile: ReadFile): Inbound | null {
  const type = envelope.safeParse(payload).data?.type;
  if (type === undefined) return slashCommand.safeParse(payload).success ? { kind: 'command' } : null;
  if (type === 'url_verification') return readChallenge(payload);
  if (type === 'app_rate_limited') return { kind: 'limited' };
  // A payload of an unknown shape is ignored: rejecting it would make Slack send it again.
  const written = type === 'event_callback' ? eventCallback.safeParse(payload).data : undefined;
  const pressed = type === 'block_actions' ? blockActions.safeParse(payload).data : undefined;
  const submitted = type === 'view_submission' ? readSubmission(payload) : null;
  if (submitted) return { kind: 'dialog', ...submitted };
  return (written && readMessage(written, readFile)) ?? (pressed && readPress(pressed)) ?? { kind: 'other' };
}

function readChallenge(payload: unknown): Inbound | null {
  const { data } = verification.safeParse(payload);
  return data === undefined ? null : { kind: 'challenge', challenge: data.challenge };
}

function readMessage(
  { event_id, authorizations, event }: z.output<typeof eventCallback>,
  readFile: ReadFile,
): Inbound | null {
  if (!WRITTEN.has(event.subtype) || event.bot_id !== undefined || event.user === 'USLACKBOT' || event.hidden)
    return null;
  const bot = authorizations?.find(({ is_bot }) => is_bot)?.user_id;
  if (event.user === bot) return null;
  const words = readable(withoutMention(event.text, bot));
  const sent = filesOf(event.files, readFile);
  if (words.trim() === '' && sent.files === undefined) return null;
  const { channel, user, ts, user_profile: profile } = event;
  const thread = event.thread_ts === ts ? undefined : event.thread_ts;
  const isDirect = event.channel_type === 'im' || channel.startsWith('D');
  const common = {
    // Slack reports a mention twice, as message and app_mention with different event ids. The timestamp is the same.
    id: event_id === undefined || event.text.includes('<@') ? `${channel}:${ts}` : event_id,
    targets: targetsOf(channel, thread, isDirect ? user : undefined),
    sender: { id: user, username: profile?.name ?? null, name: profile?.display_name ?? profile?.real_name ?? null },
    messageId: messageIdOf(ts, thread),
    replyTo: thread ?? null,
    ...(thread !== undefined && { thread }),
    ...sent,
  };
  return {
    kind: 'message',
    isEnterprise: authorizations?.some(({ enterprise_id }) => enterprise_id !== undefined) ?? false,
    event: words.trim() === '' ? { kind: 'other', ...common } : { kind: 'text', text: words, ...common },
  };
}

function readPress(payload: z.output<typeof blockActions>): Inbound | null {
  const { user, container, message, actions } = payload;
  const channel = payload.channel?.id ?? container?.channel_id;
  const ts = container?.message_ts ?? message?.ts;
  const action = actions.find(({ type, value }) => (type ?? 'button') === 'button' && value !== undefined);
  const token = action?.value;
  if (channel === undefined || ts === undefined || token === undefined || token.length > TOKEN_MAX) return null;
  const threadTs = container?.thread_ts ?? message?.thread_ts;
  const thread = threadTs === ts ? undefined : threadTs;
  return {
    kind: 'press',
    isEnterprise: Boolean(payload.enterprise),
    event: {
      kind: 'press',
      // A press has no event id. A repeated press has the same timestamps.
      id: `${ts}:${action?.action_ts ?? payload.trigger_id ?? ''}:${user.id}:${token}`,
      targets: targetsOf(channel, thread, channel.startsWith('D') ? user.id : undefined),
      sender: { id: user.id, username: user.username ?? user.name ?? null, name: user.name ?? user.username ?? null },
      messageId: ts,
      token,
      ...(payload.trigger_id !== undefined && {
        dialogHandle: dialogHandle({ trigger: payload.trigger_id, channel, ts, thread }),
      }),
    },
    presser: { channel, user: user.id, thread, responseUrl: payload.response_url ?? null },
  };
}

/** Removes the mention that starts a text: an app that receives only mentions is addressed that way. */
function withoutMention(words: string, bot: string | undefined): string {
  const mention = bot === undefined ? null : new RegExp(`^\\s*<@${bot.replace(/\W/g, '')}(?:\\|[^<>]*)?>[\\s:,]*`);
  return mention ? words.replace(mention, '') : words;
}
