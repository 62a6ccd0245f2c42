import {
  parseJson,
  refuse,
  type DeliverEvents,
  type Log,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { parseRequest } from './inbound.js';
import type { Threads } from './messages.js';
import { replyToPress } from './reply.js';
import type { Verdict } from './verify.js';

export interface WebhookDeps {
  readonly verify: (request: WebhookRequest) => Promise<Verdict>;
  readonly deliver: DeliverEvents;
  readonly threads: Threads;
  readonly log: Log;
}

/** Handles the requests of Google Chat, one event each. The reply to a press shows its outcome. */
export function createWebhook({ verify, deliver, threads, log }: WebhookDeps) {
  return async (request: WebhookRequest): Promise<WebhookReply> => {
    const verdict = await verify(request);
    if (!verdict.ok) {
      log.warn('A request for Google Chat was refused.', { reason: verdict.detail });
      return refuse(verdict.status, verdict.detail);
    }
    const inbound = parseRequest(parseJson(request.body));
    if (inbound === null) return refuse(400, 'The body is not an event of Google Chat.');
    const { event, thread } = inbound;
    if (event === null) return { status: 200, body: {} };
    if (event.messageId !== null) threads.add(event.messageId, thread);
    try {
      const [outcome] = await deliver([event]);
      return { status: 200, body: event.kind === 'press' && outcome ? replyToPress(inbound, outcome) : {} };
    } catch {
      log.error('An event could not be stored.', { event: event.id });
      return refuse(503, 'The event could not be stored. Send it again.');
    }
  };
}
