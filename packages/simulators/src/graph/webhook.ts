import { randomBytes } from 'node:crypto';
import { type Clock, ControlError } from '@gateway/sandbox/server';
import { escapeBody, signBody } from './body.js';

export interface WebhookOptions {
  /** First wait before an event is retried (doubles up to `webhookRetryMaxMs`), in milliseconds; 50 and 2 000 unless given. */
  webhookRetryMs?: number;
  webhookRetryMaxMs?: number;
  /** How long an answer may take, in milliseconds; 10 000 unless given. */
  webhookTimeoutMs?: number;
  /**
   * `escaped` (default): the body is ASCII and signed as sent, as Meta does. `utf8`: the body is UTF-8 and the signature is that
   * of its escaped form, as Meta's documentation can be understood.
   */
  webhookBodies?: 'escaped' | 'utf8';
}

/** An app's webhook: verified by a challenge. Each signed event is retried until the answer is a 2xx. */
export function createWebhook(app: { appSecret: string; clock: Clock }, options: WebhookOptions = {}) {
  const { webhookRetryMs = 50, webhookRetryMaxMs = 2000, webhookTimeoutMs = 10_000 } = options;
  const stop = new AbortController();
  const sent: object[] = [];
  let url: string | undefined;

  async function post(payload: object): Promise<boolean> {
    const json = JSON.stringify(payload);
    const escaped = escapeBody(json);
    try {
      const response = await fetch(url ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'facebookexternalua',
          'x-hub-signature-256': signBody(app.appSecret, escaped),
        },
        body: options.webhookBodies === 'utf8' ? json : escaped,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(webhookTimeoutMs)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  return {
    get url() {
      return url;
    },
    /** Verifies the URL by a challenge, as the app's dashboard does; rejects when the answer is wrong. */
    async subscribe(address: string, verifyToken: string): Promise<void> {
      const challenge = String(randomBytes(4).readUInt32BE());
      const challengeUrl = new URL(address);
      challengeUrl.searchParams.set('hub.mode', 'subscribe');
      challengeUrl.searchParams.set('hub.challenge', challenge);
      challengeUrl.searchParams.set('hub.verify_token', verifyToken);
      const response = await fetch(challengeUrl, { redirect: 'manual', signal: stop.signal });
      if (response.status !== 200 || (await response.text()) !== challenge) {
        throw new ControlError(
          "The callback URL or verify token couldn't be validated. Please verify the provided information or try again later.",
        );
      }
      url = address;
    },
    /** The sent events without retries, oldest first. */
    events: (): readonly object[] => sent,
    /** Sends an event until it is acknowledged. Resolves with false when the simulator closes before, or without a webhook. */
    async send(payload: object): Promise<boolean> {
      sent.push(payload);
      return url === undefined ? false : await this.repeat(payload);
    },
    async repeat(payload: object): Promise<boolean> {
      for (let failures = 0; !stop.signal.aborted; failures += 1) {
        if (await post(payload)) return true;
        await app.clock.sleep(Math.min(webhookRetryMs * 2 ** failures, webhookRetryMaxMs), stop.signal);
      }
      return false;
    },
    close: () => stop.abort(),
  };
}
