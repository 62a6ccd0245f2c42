import {
  isFresh,
  isHmacHex,
  refuse,
  utf8,
  type Log,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { NO_COMMANDS } from './commands.js';
import { isCertificateCheck, parseBody, parsePayload } from './inbound.js';
import type { ReadFile } from './inbound-files.js';
import type { Receive } from './receiver.js';

interface WebhookParts {
  readonly receive: Receive;
  readonly readFile: ReadFile;
  readonly now: () => number;
  readonly log: Log;
}

/** Handles Slack's requests: events, presses, commands and the tests of the address. Slack sends an event again after any reply but 2xx. */
export function createWebhook(signingSecret: string, { receive, readFile, now, log }: WebhookParts) {
  return async (request: WebhookRequest): Promise<WebhookReply> => {
    if (isCertificateCheck(utf8(request.body))) return { status: 200 };
    if (!isSigned(request, signingSecret, now())) {
      return refuse(
        401,
        "The headers X-Slack-Signature and X-Slack-Request-Timestamp are missing, older than five minutes, or not made with this app's signing secret.",
      );
    }
    const inbound = parsePayload(parseBody(utf8(request.body)), readFile);
    if (inbound === null) return refuse(400, 'The body is neither an event nor an interaction of Slack.');
    if (inbound.kind === 'challenge') return { status: 200, body: { challenge: inbound.challenge } };
    if (inbound.kind === 'command') return { status: 200, body: NO_COMMANDS };
    try {
      const body = await receive(inbound);
      return body === undefined ? { status: 200 } : { status: 200, body };
    } catch {
      log.error('A payload of Slack could not be stored. Slack sends an event again; a person must press again.');
      return refuse(503, 'This could not be stored. Send it again.');
    }
  };
}

/** Checks the header `X-Slack-Signature`. Source: https://docs.slack.dev/authentication/verifying-requests-from-slack */
function isSigned({ headers, body }: WebhookRequest, signingSecret: string, nowMs: number): boolean {
  const timestamp = headers['x-slack-request-timestamp'] ?? '';
  const signature = /^v0=([0-9a-f]{64})$/.exec(headers['x-slack-signature'] ?? '')?.[1];
  if (signature === undefined || !/^\d{1,15}$/.test(timestamp) || !isFresh(Number(timestamp), nowMs)) return false;
  return isHmacHex(signature, signingSecret, `v0:${timestamp}:`, body);
}
