import { clockOf, open, requestError, retryEnd, type GatewayOptions, type RequestOptions } from './connection.js';
import { ConnectionError, isRetryable } from './errors.js';
import type { Message, StreamEvent, StreamHeartbeat } from './generated/contract.js';
import { serverSentEvents } from './server-sent-events.js';
import { retryDelay, sleep, timeLimit } from './timing.js';

type EventData = Exclude<StreamEvent, StreamHeartbeat>;

/** An event of the gateway. */
export interface GatewayEvent {
  /** Its position, for `lastEventId`. */
  readonly id: string;
  readonly data: EventData;
}

export interface EventOptions extends RequestOptions {
  /** Only events of these types. */
  readonly types?: readonly Exclude<EventData['type'], 'stream.gap'>[] | undefined;
  readonly channelIds?: readonly string[] | undefined;
  readonly correlationIds?: readonly string[] | undefined;
  /** Continues after this event. Default: begins with the next one. Events are kept for 24 hours. */
  readonly lastEventId?: string | undefined;
}

export interface MessageOptions extends RequestOptions {
  readonly channelIds?: readonly string[] | undefined;
  readonly lastEventId?: string | undefined;
  /** Called when messages after `lastEventId` are no longer kept as events. `GET /v1/messages` has them. */
  readonly onGap?: (() => void | Promise<void>) | undefined;
}

/** Handles a message that a person wrote. `eventId` is its position, for `lastEventId`. */
export type MessageHandler = (message: Message, eventId: string) => void | Promise<void>;

/** The gateway sends a heartbeat every 15 seconds. */
const LONGEST_SILENCE_MS = 45_000;

/** Reads events until the signal aborts. After an interruption it reconnects and continues where it was. */
export async function* readEvents(options: GatewayOptions, reading: EventOptions): AsyncGenerator<GatewayEvent, void> {
  const { signal } = reading;
  const clock = clockOf(options);
  let { lastEventId } = reading;
  let end = retryEnd(options);
  for (let retry = 0; ; retry += 1) {
    const limit = timeLimit(clock, LONGEST_SILENCE_MS, signal);
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      };
      const response = await open(options, { method: 'GET', path: pathOf(reading), headers }, limit.signal);
      // The gateway has replied once: every later interruption is waited out.
      end = Infinity;
      for await (const { id, data } of serverSentEvents(response)) {
        limit.extend();
        retry = 0;
        if (id !== null) lastEventId = id;
        if (data === null) continue;
        const event = JSON.parse(data) as StreamEvent;
        if (event.type !== 'heartbeat') yield { id: lastEventId ?? '', data: event };
      }
      throw new ConnectionError('The gateway ended the stream of events.');
    } catch (error) {
      if (signal?.aborted) return;
      const failure = requestError(options, error);
      const delayMs = isRetryable(failure) ? retryDelay(failure, retry) : Infinity;
      if (!isRetryable(failure) || clock.now() + delayMs > end) throw failure;
      options.onRetry?.(failure, delayMs);
      await sleep(clock, delayMs, signal).catch(() => {});
    } finally {
      limit.release();
    }
    if (signal?.aborted) return;
  }
}

/** Calls the handler for each message, one after the other, until the signal aborts or the handler throws. */
export async function handleMessages(
  options: GatewayOptions,
  handler: MessageHandler,
  { onGap, ...reading }: MessageOptions,
): Promise<void> {
  for await (const { id, data } of readEvents(options, { ...reading, types: ['message.created'] })) {
    if (data.type === 'stream.gap') await onGap?.();
    else if (data.type === 'message.created' && 'text' in data) await handler(data, id);
  }
}

function pathOf({ types, channelIds, correlationIds }: EventOptions): string {
  const filters = { types, channel_id: channelIds, correlation_id: correlationIds };
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, values]) => (values ? [[name, values.join(',')]] : [])),
  );
  return `/v1/events${query.size > 0 ? `?${query}` : ''}`;
}
