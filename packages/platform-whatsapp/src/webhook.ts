import {
  isHubSignature,
  safeEqual,
  type ConnectionContext,
  type InboundEvent,
  type Outcome,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { toPlatformError } from './errors.js';
import { parseWebhook, type Inbound } from './inbound.js';
import type { WhatsAppCredentials } from './index.js';

/** Told after the acknowledgement what became of the events. */
export type AfterDelivery = (events: readonly InboundEvent[], outcomes: readonly Outcome[]) => void;

/** Answers the challenge of the app's dashboard, and handles signed events. Anything but 200 makes Meta send them again. */
export function createWebhook(context: ConnectionContext<WhatsAppCredentials>, after: AfterDelivery) {
  const { credentials, deliver, log } = context;
  return async ({ method, query, headers, body }: WebhookRequest): Promise<WebhookReply> => {
    if (method === 'GET') return answerChallenge(query, credentials.verify_token);
    if (!isHubSignature(headers['x-hub-signature-256'], credentials.app_secret, body)) {
      return refusal(401, 'The header X-Hub-Signature-256 is missing, or not by the app secret of this channel.');
    }
    const inbound = parseWebhook(parseJson(body), credentials.phone_number_id);
    if (inbound === null) return refusal(400, 'The body is not an event of the WhatsApp Cloud API.');
    const { events } = inbound;
    if (events.length > 0) {
      try {
        after(events, await deliver(events));
      } catch {
        log.error('Events could not be stored; WhatsApp will send them again.', { events: events.length });
        return refusal(503, 'The events could not be stored. Send them again.');
      }
    }
    report(inbound, log);
    const otherAccounts = [...new Set(inbound.otherNumbers)];
    return { status: 200, ...(otherAccounts.length > 0 && { otherAccounts }) };
  };
}

function answerChallenge(query: WebhookRequest['query'], verifyToken: string): WebhookReply {
  const challenge = query['hub.challenge'];
  const isRight = safeEqual(query['hub.verify_token'] ?? '', verifyToken);
  if (query['hub.mode'] === 'subscribe' && challenge !== undefined && isRight) return { status: 200, body: challenge };
  return refusal(403, 'The verify token is not the one of this channel.');
}

/** What an operator should hear of and nobody else would tell. */
function report({ undelivered }: Inbound, log: ConnectionContext['log']): void {
  for (const { messageId, problem } of undelivered) {
    log.warn('A message was not delivered.', { message: messageId, reason: toPlatformError(problem).explanation });
  }
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
