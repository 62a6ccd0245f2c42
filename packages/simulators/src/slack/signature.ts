import { createHmac } from 'node:crypto';

/** The headers with which Slack proves that a request is its own; `at` in milliseconds since 1970. */
export function signSlackRequest(signingSecret: string, body: string, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const hash = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` };
}
