import { createHash } from 'node:crypto';
import { matching, type Inbound } from '@gateway/graph-api';
import type { DeliveryReport, InboundEvent } from '@gateway/platform-kit';
import { z } from 'zod';
import { filesOf, type ReadFile } from './files.js';
import { tokenIn } from './template.js';

const id = z.string().min(1).max(255);

const event = z.object({
  sender: z.object({ id }),
  /** Unix milliseconds. */
  timestamp: z.union([z.number(), z.string()]).optional(),
  message: z
    .object({
      mid: id,
      is_echo: z.boolean().optional(),
      text: z.string().optional(),
      quick_reply: z.object({ payload: z.string() }).optional().catch(undefined),
      attachments: z.array(z.unknown()).optional().catch(undefined),
      reply_to: z.object({ mid: z.string().optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  postback: z.object({ mid: id.optional(), payload: z.string() }).optional().catch(undefined),
  reaction: z.object({ mid: id, action: z.string() }).optional().catch(undefined),
  delivery: z
    .object({ mids: z.array(id).optional().catch(undefined), watermark: z.number() })
    .optional()
    .catch(undefined),
  read: z.object({ watermark: z.number() }).optional().catch(undefined),
});

const entry = z.object({
  id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  messaging: z.unknown().optional(),
  standby: z.array(z.unknown()).optional().catch(undefined),
});

type Event = z.output<typeof event>;

/** Returns the id of the message with the button of a token, if known: a postback does not contain it. */
export type FindButtonMessage = (token: string) => string | undefined;

/** The content of one request of Messenger. */
export interface MessengerInbound extends Inbound {
  /** Whether it has events of conversations that another app or the page's inbox controls. */
  readonly hasStandby: boolean;
}

/** Parses a webhook's entries for one page, or for all pages while the own page is unknown. Pure. */
export function readEntries(
  list: unknown,
  ownPage: string | null,
  findMessage: FindButtonMessage,
  readFile: ReadFile,
): MessengerInbound {
  const entries = matching(entry, list);
  const own = entries.filter(({ id: pageId }) => ownPage === null || (pageId ?? ownPage) === ownPage);
  const ours = own.flatMap(({ id: pageId, messaging }) =>
    matching(event, messaging).filter(({ sender }) => sender.id !== pageId),
  );
  return {
    events: ours.flatMap((event) => readEvent(event, findMessage, readFile) ?? []),
    reports: ours.flatMap(readReports),
    hasStandby: own.some(({ standby = [] }) => standby.length > 0),
    otherAccounts: entries.flatMap(({ id: pageId }) => (pageId === undefined || pageId === ownPage ? [] : pageId)),
  };
}

function readEvent(
  { sender, timestamp, message, postback, reaction }: Event,
  findMessage: FindButtonMessage,
  readFile: ReadFile,
): InboundEvent | null {
  const occurredAt = Number(timestamp);
  const common = {
    targets: [sender.id],
    sender: { id: sender.id, username: null, name: null },
    ...(occurredAt > 0 && { occurredAt }),
  } as const;
  if (postback !== undefined) {
    const { mid = idOf(sender.id, timestamp, postback.payload), payload } = postback;
    const token = tokenIn(payload);
    return { ...common, kind: 'press', id: mid, messageId: findMessage(token) ?? mid, token };
  }
  if (reaction?.action === 'react') {
    const { mid } = reaction;
    return { ...common, kind: 'other', id: idOf(sender.id, timestamp, mid), messageId: mid, replyTo: mid };
  }
  if (message === undefined || message.is_echo === true) return null;
  const { mid, text = '', quick_reply, reply_to, attachments = [] } = message;
  if (quick_reply !== undefined) {
    const token = quick_reply.payload;
    return { ...common, kind: 'press', id: mid, messageId: findMessage(token) ?? reply_to?.mid ?? mid, token };
  }
  const sent = {
    ...common,
    id: mid,
    messageId: mid,
    replyTo: reply_to?.mid ?? null,
    ...filesOf(attachments, readFile),
  };
  if (text.trim() !== '') return { ...sent, kind: 'text', text };
  return attachments.length === 0 ? null : { ...sent, kind: 'other' };
}

/** The ids of delivered messages may be missing. Then, and for read messages, there is only the time up to which all were. */
function readReports({ sender, delivery, read }: Event): DeliveryReport[] {
  const report = (state: 'delivered' | 'read') => (message: DeliveryReport['message']) =>
    ({ targets: [sender.id], message, state, problem: null }) as const;
  const delivered = delivery?.mids?.map((id) => ({ id })) ?? (delivery ? [{ sentUntil: delivery.watermark }] : []);
  return [...delivered.map(report('delivered')), ...(read ? [{ sentUntil: read.watermark }] : []).map(report('read'))];
}

/** A postback may have no id, and a reaction has none. A repeated one has the same sender, time and content. */
function idOf(...parts: readonly unknown[]): string {
  return `event:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
