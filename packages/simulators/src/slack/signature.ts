import { createHmac } from 'node:crypto';

/** The signature headers of a request from Slack; `at` in milliseconds since 1970. */
export function signSlackRequest(signingSecret: string, body: string, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const hash = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` };
}
