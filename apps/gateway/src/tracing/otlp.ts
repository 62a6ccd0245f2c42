import { createTraceState, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { traceHeaders, type SpanStart, type Trace } from '@gateway/core';
import { version } from '../version.js';
import type { OtlpSettings, SamplerName } from './settings.js';
import type { TracingConnection } from './tracing.js';

const EXPORT_TIMEOUT_MS = 10_000;
/** How long the last spans may take to be sent when the gateway stops. */
const STOP_TIMEOUT_MS = 2000;

const kinds = { client: SpanKind.CLIENT, server: SpanKind.SERVER, internal: SpanKind.INTERNAL };

/** Sends spans as OTLP over HTTP, in batches. A queue of 2048 spans bounds the memory; what does not fit is dropped. */
export function createOtlpTracing({ url, serviceName, sampler, ratio }: OtlpSettings, log: Logger): TracingConnection {
  const exporter = reporting(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'gateway' })
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(
        resourceFromAttributes({ 'service.version': version, ...(serviceName && { 'service.name': serviceName }) }),
      ),
    sampler: samplers[sampler](ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer('gateway', version);

  return {
    start({ name, kind, parent, fields }) {
      const options = { kind: kinds[kind], attributes: attributesOf(fields) };
      const span = tracer.startSpan(name, options, parent === null ? ROOT_CONTEXT : contextOf(parent));
      const { traceId, spanId, traceFlags, traceState } = span.spanContext();
      const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
      const state = traceState?.serialize();
      return {
        trace: state ? `${traceparent} ${state}` : traceparent,
        end(failure = null, more = {}) {
          span.setAttributes(attributesOf(more));
          // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the two names are one enum of @opentelemetry/api
          if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
          span.end();
        },
      };
    },
    async close() {
      const timeout = new Promise<void>((resolve) => void setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), timeout]);
    },
  };
}

const samplers: Record<SamplerName, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

function contextOf(parent: Trace) {
  const { traceparent = '', tracestate } = traceHeaders(parent);
  const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(tracestate !== undefined && { traceState: createTraceState(tracestate) }),
  });
}

/** Fields of log lines get the prefix `gateway.`; names of the semantic conventions have a dot. */
function attributesOf(fields: SpanStart['fields']): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined && name !== 'trace_id')
      attributes[name.includes('.') ? name : `gateway.${name}`] = value;
  return attributes;
}

/** Logs when the receiver of spans begins to fail and when it works again, not each failure. */
function reporting(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        if (result.error && !isFailing)
          log.warn(
            { reason: result.error.message },
            'Traces cannot be sent; those that do not fit into the queue are lost',
          );
        if (!result.error && isFailing) log.info('Traces are sent again');
        isFailing = result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
