import { ReceiverTimeout, type Clock, type Outgoing } from '../ports/system.js';
import type { DeliveryRow } from '../ports/rows.js';
import type { Attempt } from '../ports/service/delivery-store.js';
import type { Trace } from '../tracing/tracing.js';
import { traceHeaders } from '../tracing/trace-context.js';
import { signatureHeaders } from './signature.js';

export interface SendOptions {
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  /** The current signing secret, then older ones. */
  readonly secrets: readonly [string, ...string[]];
  readonly timeoutMs: number;
}

/** One attempt; its `error` is null exactly if the receiver accepted the event. */
export interface SentEvent {
  readonly attempt: Attempt;
  /** The response's Retry-After header. */
  readonly retryAfter: string | null;
  readonly timedOut: boolean;
}

/** Signs an event and sends it once. Never rejects: the attempt's `error` describes a failure. */
export async function sendEvent(
  { outgoing, clock, secrets, timeoutMs }: SendOptions,
  event: Pick<DeliveryRow, 'id' | 'url' | 'body' | 'signed'>,
  signal: AbortSignal,
  trace: Trace | null = null,
): Promise<SentEvent> {
  const startedAt = clock.now();
  const time = () => ({ startedAt: new Date(startedAt), durationMs: clock.now() - startedAt });
  try {
    const { status, retryAfter, body } = await outgoing.post({
      url: event.url,
      headers: { ...requestHeaders(event, secrets, startedAt), ...traceHeaders(trace) },
      body: event.body,
      timeoutMs,
      signal,
    });
    const error = status >= 200 && status < 300 ? null : failureOf(status);
    return { attempt: { ...time(), status, error, response: body }, retryAfter, timedOut: false };
  } catch (error) {
    const attempt = { ...time(), status: null, error: sentenceOf(error), response: null };
    // An attempt that the stop of the gateway aborted counts as a timeout too.
    return { attempt, retryAfter: null, timedOut: error instanceof ReceiverTimeout || signal.aborted };
  }
}

/** The headers of an attempt at a time, without those of its trace. */
export function requestHeaders(
  event: Pick<DeliveryRow, 'id' | 'body' | 'signed'>,
  secrets: SendOptions['secrets'],
  nowMs: number,
): Record<string, string> {
  return { 'content-type': 'application/json', ...signatureHeaders(event, secrets, nowMs) };
}

function failureOf(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}: redirects are not followed, give the final address.`;
  if (status === 410) return 'The receiver answered 410: it refuses further events.';
  return `The receiver answered ${status}.`;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'The receiver could not be reached.';
}
