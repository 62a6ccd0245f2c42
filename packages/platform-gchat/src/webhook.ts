import type { DeliverEvents, Log, WebhookReply, WebhookRequest } from '@gateway/platform-kit';
import { parseRequest } from './inbound.js';
import type { Threads } from './messages.js';
import { replyToPress } from './reply.js';
import type { Verdict } from './verify.js';

/** What a request is handled with. */
export interface WebhookTools {
  readonly verify: (request: WebhookRequest) => Promise<Verdict>;
  readonly deliver: DeliverEvents;
  readonly threads: Threads;
  readonly log: Log;
}

/** Handles the requests of Google Chat, one event each. The reply to a press shows its outcome. */
export function createWebhook({ verify, deliver, threads, log }: WebhookTools) {
  return async (request: WebhookRequest): Promise<WebhookReply> => {
    const verdict = await verify(request);
    if (!verdict.ok) {
      log.warn('A request for Google Chat was refused.', { reason: verdict.detail });
      return refusal(verdict.status, verdict.detail);
    }
    const inbound = parseRequest(parseJson(request.body));
    if (inbound === null) return refusal(400, 'The body is not an event of Google Chat.');
    const { event, thread } = inbound;
    if (event === null) return { status: 200, body: {} };
    threads.remember(event.messageId, thread);
    try {
      const [outcome] = await deliver([event]);
      return { status: 200, body: event.kind === 'press' && outcome ? replyToPress(inbound, outcome) : {} };
    } catch {
      log.error('An event could not be stored.', { event: event.id });
      return refusal(503, 'The event could not be stored. Send it again.');
    }
  };
}

function refusal(status: number, detail: string): WebhookReply {
  return { status, body: { detail } };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}
