import { createHash } from 'node:crypto';
import { fitting, type Inbound } from '@gateway/graph-api';
import type { InboundEvent } from '@gateway/platform-kit';
import { z } from 'zod';

const id = z.string().min(1).max(255);

const event = z.object({
  sender: z.object({ id }),
  timestamp: z.union([z.number(), z.string()]).optional(),
  message: z
    .object({
      mid: id,
      is_echo: z.boolean().optional(),
      text: z.string().optional(),
      quick_reply: z.object({ payload: z.string() }).optional().catch(undefined),
      reply_to: z.object({ mid: z.string().optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  postback: z.object({ mid: id.optional(), payload: z.string() }).optional().catch(undefined),
});

const entry = z.object({
  id: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  messaging: z.unknown().optional(),
});

type Event = z.output<typeof event>;

/** The message that a button was posted with, if it is still known: a postback does not say. */
export type CarrierOf = (token: string) => string | undefined;

/** Reads a webhook's entries for one page, or for all when it is not known which. Pure. */
export function readEntries(list: unknown, ownPage: string | null, carrierOf: CarrierOf): Inbound {
  const entries = fitting(entry, list);
  return {
    events: entries
      .filter(({ id: pageId }) => ownPage === null || (pageId ?? ownPage) === ownPage)
      .flatMap(({ id: pageId, messaging }) =>
        fitting(event, messaging)
          .filter(({ sender }) => sender.id !== pageId)
          .flatMap((happened) => readEvent(happened, carrierOf) ?? []),
      ),
    otherAccounts: entries.flatMap(({ id: pageId }) => (pageId === undefined || pageId === ownPage ? [] : pageId)),
  };
}

function readEvent({ sender, timestamp, message, postback }: Event, carrierOf: CarrierOf): InboundEvent | null {
  const common = { targets: [sender.id], sender: { id: sender.id, username: null, name: null } } as const;
  if (postback !== undefined) {
    const { mid = idOf(sender.id, timestamp, postback.payload), payload: token } = postback;
    return { ...common, kind: 'press', id: mid, messageId: carrierOf(token) ?? mid, token };
  }
  if (message === undefined || message.is_echo === true) return null;
  const { mid, text = '', quick_reply, reply_to } = message;
  if (quick_reply !== undefined) {
    const token = quick_reply.payload;
    return { ...common, kind: 'press', id: mid, messageId: carrierOf(token) ?? reply_to?.mid ?? mid, token };
  }
  if (text.trim() === '') return null;
  return { ...common, kind: 'text', id: mid, messageId: mid, text, replyTo: reply_to?.mid ?? null };
}

/** A postback may come without an id of its own; a repeat has the same sender, time and payload. */
function idOf(...parts: readonly unknown[]): string {
  return `postback:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
