import { createHash } from 'node:crypto';
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

const envelope = z.object({ object: z.string(), entry: z.unknown().optional() });

type Event = z.output<typeof event>;

/** The message that a button was posted with, if it is still known: a postback does not say. */
export type CarrierOf = (token: string) => string | undefined;

/** Reads a webhook's body; null when the value is none. Pure. */
export function parseWebhook(value: unknown, carrierOf: CarrierOf): InboundEvent[] | null {
  const parsed = envelope.safeParse(value);
  if (!parsed.success) return null;
  const entries = parsed.data.object === 'page' ? parsed.data.entry : [];
  return fitting(z.object({ id: z.unknown().optional(), messaging: z.unknown().optional() }), entries).flatMap(
    ({ id: pageId, messaging }) =>
      fitting(event, messaging)
        .filter(({ sender }) => sender.id !== String(pageId))
        .flatMap((happened) => readEvent(happened, carrierOf) ?? []),
  );
}

/** The parts of a list that have the expected shape: an unforeseen one counts as absent, or it would come again for ever. */
function fitting<Schema extends z.ZodType>(schema: Schema, list: unknown): z.output<Schema>[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((part) => {
    const parsed = schema.safeParse(part);
    return parsed.success ? [parsed.data] : [];
  });
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
