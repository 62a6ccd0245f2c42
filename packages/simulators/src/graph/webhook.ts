import { randomBytes } from 'node:crypto';
import { type Clock, ControlError } from '@gateway/sandbox/server';
import { escapeBody, signBody } from './body.js';

export interface WebhookOptions {
  /** First wait before an event is sent again (doubles up to `webhookRetryMaxMs`), in milliseconds; 50 and 2 000 unless given. */
  webhookRetryMs?: number;
  webhookRetryMaxMs?: number;
  /** How long an answer may take, in milliseconds; 10 000 unless given. */
  webhookTimeoutMs?: number;
  /**
   * `escaped` (default): the body is ASCII and signed as it is sent, which is what Meta does. `utf8`: the body is UTF-8 and the
   * signature is over its escaped form, which is how Meta's documentation can be read.
   */
  webhookBodies?: 'escaped' | 'utf8';
}

/** The one address of an app: verified by a challenge, sent signed events until each got a 2xx. */
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
    /** Asks the address for its challenge, as the app's dashboard does; rejects when it is not answered. */
    async subscribe(address: string, verifyToken: string): Promise<void> {
      const challenge = String(randomBytes(4).readUInt32BE());
      const asked = new URL(address);
      asked.searchParams.set('hub.mode', 'subscribe');
      asked.searchParams.set('hub.challenge', challenge);
      asked.searchParams.set('hub.verify_token', verifyToken);
      const response = await fetch(asked, { redirect: 'manual', signal: stop.signal });
      if (response.status !== 200 || (await response.text()) !== challenge) {
        throw new ControlError(
          "The callback URL or verify token couldn't be validated. Please verify the provided information or try again later.",
        );
      }
      url = address;
    },
    /** Everything that was sent, oldest first; repeats are not listed again. */
    events: (): readonly object[] => sent,
    /** Sends an event until it is acknowledged; resolves with false when the simulator closes before, or nobody listens. */
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
