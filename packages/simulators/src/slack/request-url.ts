import type { Clock } from '@gateway/sandbox/server';
import { signSlackRequest } from './signature.js';

/** The outcome of one request: its status, 0 without an answer, and Slack's name for the failure. */
export interface RequestOutcome {
  readonly ok: boolean;
  readonly status: number;
  readonly reason: 'http_error' | 'http_timeout' | 'connection_failed' | null;
  readonly body: string;
  readonly noRetry: boolean;
}

export interface RequestUrlOptions {
  readonly signingSecret: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Posts to an app's Request URL as Slack does: signed, with a timeout of three seconds. */
export function createRequestUrl({ signingSecret, clock, timeoutMs }: RequestUrlOptions) {
  const closed = new AbortController();

  async function post(
    url: string,
    body: string,
    headers: Record<string, string>,
    isSigned = true,
  ): Promise<RequestOutcome> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          ...headers,
          ...(isSigned && signSlackRequest(signingSecret, body, clock.now())),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closed.signal, timeout]),
      });
      return {
        ok: response.ok,
        status: response.status,
        reason: response.ok ? null : 'http_error',
        body: await response.text(),
        noRetry: response.headers.get('x-slack-no-retry') === '1',
      };
    } catch {
      const reason = timeout.aborted ? 'http_timeout' : 'connection_failed';
      return { ok: false, status: 0, reason, body: '', noRetry: false };
    }
  }

  const form = (url: string, fields: Record<string, string>, isSigned = true) =>
    post(
      url,
      new URLSearchParams(fields).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
      isSigned,
    );

  return {
    event: (url: string, payload: object, headers: Record<string, string> = {}) =>
      post(url, JSON.stringify(payload), { 'content-type': 'application/json', ...headers }),
    interaction: (url: string, payload: object) => form(url, { payload: JSON.stringify(payload) }),
    form,
    close: () => closed.abort(),
  };
}
