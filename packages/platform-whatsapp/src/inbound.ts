import { matching, type Inbound } from '@gateway/graph-api';
import type { InboundEvent, MovedTarget } from '@gateway/platform-kit';
import { z } from 'zod';
import { filesOf, type ReadFile } from './files.js';
import { targetsOf } from './person.js';
import { readStatus, status } from './statuses.js';

const id = z.string().min(1).max(255);
const words = z.string().optional().catch(undefined);
const media = z.object({ id: words, caption: words, filename: words }).optional().catch(undefined);

const message = z.object({
  id,
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  from_parent_user_id: z.string().optional(),
  group_id: z.string().optional(),
  /** Unix seconds. */
  timestamp: z.coerce.number().positive().optional().catch(undefined),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  interactive: z
    .object({
      button_reply: z.object({ id: z.string() }).optional(),
      list_reply: z.object({ title: z.string() }).optional(),
    })
    .optional()
    .catch(undefined),
  button: z.object({ text: z.string(), payload: z.string().optional() }).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  reaction: z.object({ message_id: id, emoji: z.string().optional() }).optional().catch(undefined),
  image: media,
  video: media,
  document: media,
  audio: media,
  context: z.object({ id: z.string().optional() }).optional().catch(undefined),
});

const move = z.object({
  from: z.string(),
  system: z.object({ type: z.literal('user_changed_number'), wa_id: z.string() }),
});

const contact = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z.object({ name: z.string().optional(), username: z.string().optional() }).optional(),
});

const change = z.object({
  field: z.string().optional(),
  value: z.object({
    metadata: z.object({ phone_number_id: z.union([z.string(), z.number().transform(String)]) }).optional(),
    contacts: z.unknown().optional(),
    messages: z.unknown().optional(),
    statuses: z.unknown().optional(),
  }),
});

type Message = z.output<typeof message>;
type Contact = z.output<typeof contact>;

/** The content of one request of WhatsApp. */
export interface WhatsAppInbound extends Inbound {
  /** Own messages of which any status arrived. */
  readonly statuses: readonly string[];
  /** Persons who changed their number. */
  readonly moves: readonly MovedTarget[];
}

/** Parses a webhook's entries for one business number. Pure. */
export function readEntries(entries: unknown, phoneNumberId: string, readFile: ReadFile): WhatsAppInbound {
  const changes = matching(z.object({ changes: z.unknown().optional() }), entries)
    .flatMap((entry) => matching(change, entry.changes))
    .filter(({ field }) => field === undefined || field === 'messages')
    .map(({ value }) => value);
  const isOurs = ({ metadata }: (typeof changes)[number]) =>
    (metadata?.phone_number_id ?? phoneNumberId) === phoneNumberId;
  const ours = changes.filter(isOurs);
  return {
    events: ours.flatMap(({ contacts, messages }) => {
      const known = matching(contact, contacts);
      return matching(message, messages).flatMap((written) => readMessage(written, known, readFile) ?? []);
    }),
    reports: ours.flatMap(({ statuses }) => matching(status, statuses).flatMap((one) => readStatus(one) ?? [])),
    statuses: ours.flatMap(({ statuses }) => matching(z.object({ id }), statuses).map((one) => one.id)),
    moves: ours.flatMap(({ messages }) =>
      matching(move, messages).map(({ from, system }) => ({
        from: [from, ...targetsOf([from])] as const,
        to: system.wa_id,
      })),
    ),
    otherAccounts: changes.flatMap((value) => (isOurs(value) ? [] : (value.metadata?.phone_number_id ?? []))),
  };
}

function readMessage(written: Message, contacts: readonly Contact[], readFile: ReadFile): InboundEvent | null {
  // Not supported: a group is another conversation than that with its member.
  if (written.group_id !== undefined) return null;
  const known = contactOf(written, contacts);
  const [target, ...others] = targetsOf([
    written.from ?? known?.wa_id,
    written.from_user_id ?? known?.user_id,
    written.from_parent_user_id,
  ]);
  if (target === undefined) return null;
  const { name, username } = known?.profile ?? {};
  const common = {
    id: written.id,
    targets: [target, ...others],
    chat: { id: target, name: name || target },
    sender: {
      id: target,
      username: username || null,
      name: name || null,
      ...(others.length > 0 && { aliases: others }),
    },
    ...(written.timestamp !== undefined && { occurredAt: written.timestamp * 1000 }),
  } as const;
  const pressed = pressedButton(written);
  if (pressed) return { ...common, kind: 'press', messageId: written.context?.id ?? written.id, ...pressed };
  const text = wordsOf(written);
  const { reaction, type = '' } = written;
  if (reaction) {
    // Without an emoji, the person took the reaction back.
    const { message_id: messageId, emoji } = reaction;
    return emoji ? { ...common, kind: 'other', messageId, replyTo: messageId } : null;
  }
  const files = filesOf(written.image ?? written.video ?? written.document ?? written.audio, readFile);
  const replyTo = written.context?.id ?? null;
  if (text.trim() === '') {
    if (!/^(?:audio|sticker|image|video|document|location|contacts)$/.test(type)) return null;
    return { ...common, kind: 'other', messageId: written.id, replyTo, ...files };
  }
  return { ...common, kind: 'text', messageId: written.id, text, replyTo, ...files };
}

/** A press on a reply button. One on a message that opened the window, or on a template, comes as `button`. */
function pressedButton({ interactive, button }: Message): { token: string; label?: string } | null {
  if (interactive?.button_reply) return { token: interactive.button_reply.id };
  return button?.payload === undefined ? null : { token: button.payload, label: button.text };
}

/** The text of a message. A choice from a list, which this adapter never sends, counts as the chosen label. */
function wordsOf({ text, image, video, document, button, interactive }: Message): string {
  return text?.body ?? (image ?? video ?? document)?.caption ?? button?.text ?? interactive?.list_reply?.title ?? '';
}

function contactOf({ from, from_user_id }: Message, contacts: readonly Contact[]): Contact | undefined {
  const named = contacts.find(
    ({ wa_id, user_id }) =>
      (from !== undefined && wa_id === from) || (from_user_id !== undefined && user_id === from_user_id),
  );
  return named ?? (contacts.length === 1 ? contacts[0] : undefined);
}
