import type { Clock } from '@gateway/sandbox/server';
import type { createRequestUrl, RequestOutcome } from './request-url.js';
import type { SocketItem, Sockets } from './sockets.js';

/** An event and the attempts to deliver it. */
export interface SentEvent {
  readonly eventId: string;
  readonly payload: Record<string, unknown>;
  /** The outcome of each attempt. */
  readonly attempts: { readonly ok: boolean; readonly status: number }[];
  /** No attempt follows. */
  done: boolean;
}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly requestUrl: () => string | null;
  readonly requests: ReturnType<typeof createRequestUrl>;
  readonly sockets: Sockets;
  /** Waits before the retries of an event, in milliseconds. */
  readonly retryMs: readonly number[];
  readonly timeoutMs: number;
}

/** What an app replied to an interaction; the status is 0 without a reply. */
interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly answer: unknown;
}

/** Delivers events and interactions to the app's Request URL, or by Socket Mode when it has none. */
export function createOutbox({ clock, requestUrl, requests, sockets, retryMs, timeoutMs }: OutboxOptions) {
  const sent: SentEvent[] = [];
  const closed = new AbortController();

  async function attempt(event: SentEvent, retry: number, reason: string): Promise<RequestOutcome> {
    const url = requestUrl();
    if (url !== null) {
      const headers: Record<string, string> =
        retry === 0 ? {} : { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': reason };
      return await requests.event(url, event.payload, headers);
    }
    // Without a connection Slack keeps an event for some time.
    await Promise.race([sockets.connected(), clock.sleep(60_000, closed.signal)]);
    const item = { type: 'events_api', payload: event.payload, retryAttempt: retry, retryReason: reason } as const;
    const ok = (await sockets.send(item, timeoutMs)) !== null;
    return { ok, status: ok ? 200 : 0, reason: ok ? null : 'http_timeout', body: '', noRetry: false };
  }

  async function run(event: SentEvent): Promise<void> {
    let reason = '';
    for (const [retry, waitMs] of [0, ...retryMs].entries()) {
      await clock.sleep(waitMs, closed.signal);
      if (closed.signal.aborted) return;
      const outcome = await attempt(event, retry, reason);
      event.attempts.push({ ok: outcome.ok, status: outcome.status });
      if (outcome.ok || outcome.noRetry) break;
      reason = outcome.reason ?? '';
    }
    event.done = true;
  }

  /** Sends over a socket; the acknowledgement contains the app's answer. */
  async function answered(item: SocketItem): Promise<Answered> {
    const acknowledgement = await sockets.send(item, timeoutMs);
    return { ok: acknowledgement !== null, status: acknowledgement ? 200 : 0, answer: acknowledgement?.payload };
  }

  return {
    sent,
    push(payload: Record<string, unknown>): void {
      const event: SentEvent = { eventId: String(payload['event_id']), payload, attempts: [], done: false };
      sent.push(event);
      void run(event);
    },
    /** Delivers an event again, as after a lost acknowledgement. */
    async redeliver(event: SentEvent): Promise<boolean> {
      const outcome = await attempt(event, 1, 'http_timeout');
      event.attempts.push({ ok: outcome.ok, status: outcome.status });
      return outcome.ok;
    },
    /** Interactions are not retried: the person sees a warning. */
    async interact(payload: object): Promise<Answered> {
      const url = requestUrl();
      if (url === null) return await answered({ type: 'interactive', payload, retryAttempt: 0, retryReason: '' });
      const { ok, status, body } = await requests.interaction(url, payload);
      return { ok, status, answer: parsed(body) };
    },
    /** A slash command. It is not retried: the person sees a warning. */
    async command(fields: Record<string, string>): Promise<Answered> {
      const url = requestUrl();
      if (url === null) {
        return await answered({ type: 'slash_commands', payload: fields, retryAttempt: 0, retryReason: '' });
      }
      const { ok, status, body } = await requests.form(url, fields);
      return { ok, status, answer: parsed(body) };
    },
    close: () => closed.abort(),
  };
}

/** The app's answer: JSON, or a plain text. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

export type Outbox = ReturnType<typeof createOutbox>;
