import { isFresh, type Log, type WebhookReply, type WebhookRequest } from '@gateway/platform-kit';
import { verifySlackRequest } from '@slack/bolt';
import { parseBody, parsePayload } from './inbound.js';
import type { Receive } from './receiver.js';

/** Handles Slack's requests: events, presses and the test of the address. Anything but a 2xx makes Slack send an event again. */
export function createWebhook(signingSecret: string, receive: Receive, { now, log }: { now: () => number; log: Log }) {
  return async ({ headers, body }: WebhookRequest): Promise<WebhookReply> => {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    if (!isSigned({ signingSecret, headers, text, now: now() })) {
      return refusal(
        401,
        "The headers X-Slack-Signature and X-Slack-Request-Timestamp are missing, older than five minutes, or not made with this app's signing secret.",
      );
    }
    const inbound = parsePayload(parseBody(text));
    if (inbound === null) return refusal(400, 'The body is neither an event nor an interaction of Slack.');
    if (inbound.kind === 'challenge') return { status: 200, body: { challenge: inbound.challenge } };
    try {
      await receive(inbound);
    } catch {
      log.error('Something that Slack sent could not be stored; an event comes again, a person must press again.');
      return refusal(503, 'This could not be stored. Send it again.');
    }
    return { status: 200 };
  };
}

interface Signed {
  readonly signingSecret: string;
  readonly headers: WebhookRequest['headers'];
  readonly text: string;
  readonly now: number;
}

function isSigned({ signingSecret, headers, text, now }: Signed): boolean {
  const signature = headers['x-slack-signature'] ?? '';
  const timestamp = Number(headers['x-slack-request-timestamp'] ?? Number.NaN);
  // The SDK looks at the past only.
  if (!isFresh(timestamp, now)) return false;
  try {
    const signed = { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp };
    verifySlackRequest({ signingSecret, headers: signed, body: text, nowMilliseconds: now });
    return true;
  } catch {
    return false;
  }
}

function refusal(status: number, detail: string): WebhookReply {
  return { status, body: { detail } };
}
