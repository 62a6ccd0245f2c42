import type { Logger } from 'pino';
import type { Tracing } from '@gateway/core';
import type { OtlpSettings } from './settings.js';

export interface TracingConnection extends Tracing {
  /** Sends the last spans. Takes at most 2 s. */
  close(): Promise<void>;
}

/** Opens the tracing of this instance. OpenTelemetry is loaded only if spans are to be sent. */
export async function openTracing(settings: OtlpSettings | null, log: Logger): Promise<TracingConnection | null> {
  if (settings === null) return null;
  const { createOtlpTracing } = await import('./otlp.js');
  return createOtlpTracing(settings, log);
}
