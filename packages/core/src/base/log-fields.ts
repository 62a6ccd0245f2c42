import { formatPromptId } from '@gateway/contract';
import type { Logger } from '../ports/system.js';
import type { DeliveryRow, PromptRow } from '../ports/rows.js';
import { traceIdOf } from '../tracing/trace-context.js';

/** The fields of every log line about a prompt. */
export interface PromptFields {
  readonly prompt_id: string;
  readonly channel_id: string;
  /** Absent when the agent gave none. */
  readonly correlation_id?: string;
  /** Absent when it belongs to no trace. */
  readonly trace_id?: string;
}

export function promptFields({
  num,
  channelId,
  correlationId,
  trace,
}: Pick<PromptRow, 'num' | 'channelId' | 'correlationId' | 'trace'>): PromptFields {
  return {
    prompt_id: formatPromptId(num),
    channel_id: channelId,
    ...(correlationId !== null && { correlation_id: correlationId }),
    ...(trace !== null && { trace_id: traceIdOf(trace) }),
  };
}

/** The fields of every log line about a callback. */
export function deliveryFields({ id, eventType, channelId, promptNum, messageId, attempts, body, trace }: DeliveryRow) {
  return {
    event_id: id,
    event_type: eventType,
    ...(promptNum === null
      ? { channel_id: channelId, ...(trace !== null && { trace_id: traceIdOf(trace) }) }
      : promptFields({ num: promptNum, channelId, correlationId: correlationIdIn(body), trace })),
    ...(messageId !== null && { message_id: messageId }),
    attempt: attempts,
  };
}

/** The correlation id in the body of a prompt's event; null: the agent gave none. */
function correlationIdIn(body: string): string | null {
  try {
    const { correlation_id: id } = JSON.parse(body) as { readonly correlation_id?: unknown };
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** A log that adds fields to every line. */
export function withFields(log: Logger, fields: object): Logger {
  return {
    debug: (more, message) => log.debug({ ...fields, ...more }, message),
    info: (more, message) => log.info({ ...fields, ...more }, message),
    warn: (more, message) => log.warn({ ...fields, ...more }, message),
    error: (more, message) => log.error({ ...fields, ...more }, message),
  };
}
