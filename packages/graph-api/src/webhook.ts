import {
  safeEqual,
  type ConnectionContext,
  type InboundEvent,
  type Outcome,
  type OutboundMessage,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { z } from 'zod';
import { reasonOf } from './account.js';
import type { GraphPlatform } from './platform.js';
import { isHubSignature } from './signature.js';

/** What one request means to one account. */
export interface Inbound {
  readonly events: readonly InboundEvent[];
  /** Other accounts of the same app that the request also speaks of; they may repeat. */
  readonly otherAccounts: readonly string[];
}

/** What a webhook needs of its adapter. */
export interface WebhookParts<I extends Inbound> {
  /** Reads a request's entries, of whatever shape they came. */
  readonly read: (entries: unknown) => I | Promise<I>;
  /** Sends a message to who pressed in vain. */
  readonly send: (message: OutboundMessage) => Promise<unknown>;
  /** Hears of what was acknowledged. */
  readonly after?: (inbound: I) => void;
}

const envelope = z.object({ object: z.string(), entry: z.unknown().optional() });

/** Answers the challenge of the app's dashboard, and handles signed events. Anything but 200 makes Meta send them again. */
export function createWebhook<I extends Inbound>(
  platform: GraphPlatform,
  context: ConnectionContext<{ app_secret: string; verify_token: string }>,
  { read, send, after }: WebhookParts<I>,
) {
  const { credentials, deliver, log } = context;

  /** The reply to a press can say nothing, so who presses in vain is told by a message. The core confirms what it took. */
  function tellRefused(events: readonly InboundEvent[], outcomes: readonly Outcome[]): void {
    for (const [index, event] of events.entries()) {
      const { result, notice } = outcomes[index] ?? {};
      if (event.kind !== 'press' || result !== 'refused' || !notice) continue;
      send({ target: event.targets[0], text: notice, replyTo: event.messageId }).catch((error: unknown) =>
        log.warn('Who pressed in vain could not be told.', { reason: reasonOf(error) }),
      );
    }
  }

  return async ({ method, query, headers, body }: WebhookRequest): Promise<WebhookReply> => {
    if (method === 'GET') return answerChallenge(query, credentials.verify_token);
    if (!isHubSignature(headers['x-hub-signature-256'], credentials.app_secret, body)) {
      return refusal(401, 'The header X-Hub-Signature-256 is missing, or not by the app secret of this channel.');
    }
    const reported = envelope.safeParse(parseJson(body));
    if (!reported.success) return refusal(400, `The body is not an event of ${platform.name}.`);
    const { object, entry } = reported.data;
    const inbound = await read(object === platform.object ? entry : []);
    const { events } = inbound;
    if (events.length > 0) {
      try {
        tellRefused(events, await deliver(events));
      } catch {
        log.error(`Events could not be stored; ${platform.name} will send them again.`, { events: events.length });
        return refusal(503, 'The events could not be stored. Send them again.');
      }
    }
    after?.(inbound);
    const otherAccounts = [...new Set(inbound.otherAccounts)];
    return { status: 200, ...(otherAccounts.length > 0 && { otherAccounts }) };
  };
}

/** The parts of a list that have the expected shape: an unforeseen one counts as absent, or it would come again for ever. */
export function fitting<Schema extends z.ZodType>(schema: Schema, list: unknown): z.output<Schema>[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((part) => {
    const parsed = schema.safeParse(part);
    return parsed.success ? [parsed.data] : [];
  });
}

function answerChallenge(query: WebhookRequest['query'], verifyToken: string): WebhookReply {
  const challenge = query['hub.challenge'];
  const isRight = safeEqual(query['hub.verify_token'] ?? '', verifyToken);
  if (query['hub.mode'] === 'subscribe' && challenge !== undefined && isRight) return { status: 200, body: challenge };
  return refusal(403, 'The verify token is not the one of this channel.');
}

function refusal(status: number, detail: string): WebhookReply {
  return { status, body: { detail } };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
