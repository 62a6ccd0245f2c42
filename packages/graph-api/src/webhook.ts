import {
  explain,
  parseJson,
  refuse,
  safeEqual,
  type ConnectionContext,
  type DeliveryReport,
  type InboundEvent,
  type Outcome,
  type OutboundMessage,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { z } from 'zod';
import type { GraphPlatform } from './platform.js';
import { isHubSignature } from './signature.js';

/** The content of one request for one account. */
export interface Inbound {
  readonly events: readonly InboundEvent[];
  /** What became of messages of the account. */
  readonly reports: readonly DeliveryReport[];
  /** Other accounts of the same app that have events in the request; may contain duplicates. */
  readonly otherAccounts: readonly string[];
}

/** The platform-specific parts of a webhook. */
export interface WebhookParts {
  /** Parses a request's entries, which may have any shape. */
  readonly read: (entries: unknown) => Inbound | Promise<Inbound>;
  /** Called with the stored events and their outcomes. Throws when it could not store something. */
  readonly stored?: (events: readonly InboundEvent[], outcomes: readonly Outcome[]) => Promise<void>;
  /** Sends a message to a person whose press was refused. */
  readonly send: (message: OutboundMessage) => Promise<unknown>;
}

const envelope = z.object({ object: z.string(), entry: z.unknown().optional() });

/** Replies to the challenge of the app's dashboard, and handles signed events. Meta sends events again after any reply but 200. */
export function createWebhook(
  platform: GraphPlatform,
  context: ConnectionContext<{ app_secret: string; verify_token: string }>,
  { read, send, stored }: WebhookParts,
) {
  const { credentials, deliver, reportDeliveries, log } = context;

  /** The reply to a press cannot show a notice, so a refused press is answered by a message. The core confirms an accepted one. */
  function sendNotices(events: readonly InboundEvent[], outcomes: readonly Outcome[]): void {
    for (const [index, event] of events.entries()) {
      const { result, notice } = outcomes[index] ?? {};
      if (event.kind !== 'press' || result !== 'refused' || !notice) continue;
      send({ target: event.targets[0], text: notice, replyTo: event.messageId }).catch((error: unknown) =>
        log.warn('The notice to a person whose press was refused could not be sent.', { reason: explain(error) }),
      );
    }
  }

  return async ({ method, query, headers, body }: WebhookRequest): Promise<WebhookReply> => {
    if (method === 'GET') return answerChallenge(query, credentials.verify_token);
    if (!isHubSignature(headers['x-hub-signature-256'], credentials.app_secret, body)) {
      return refuse(
        401,
        'The header X-Hub-Signature-256 is missing, or not signed with the app secret of this channel.',
      );
    }
    const reported = envelope.safeParse(parseJson(body));
    if (!reported.success) return refuse(400, `The body is not an event of ${platform.name}.`);
    const { object, entry } = reported.data;
    const inbound = await read(object === platform.object ? entry : []);
    const { events, reports } = inbound;
    try {
      if (events.length > 0) {
        const outcomes = await deliver(events);
        sendNotices(events, outcomes);
        await stored?.(events, outcomes);
      }
      if (reports.length > 0) await reportDeliveries(reports);
    } catch {
      const count = events.length + reports.length;
      log.error(`Events could not be stored; ${platform.name} will send them again.`, { events: count });
      return refuse(503, 'The events could not be stored. Send them again.');
    }
    const otherAccounts = [...new Set(inbound.otherAccounts)];
    return { status: 200, ...(otherAccounts.length > 0 && { otherAccounts }) };
  };
}

/** The elements of a list that match the schema. Others are ignored: rejecting them would make Meta send the request again and again. */
export function matching<Schema extends z.ZodType>(schema: Schema, list: unknown): z.output<Schema>[] {
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
  return refuse(403, 'The verify token is not the one of this channel.');
}
