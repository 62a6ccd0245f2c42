/**
 * The trace that work belongs to, and its latest span there: a W3C `traceparent`, and after a space its `tracestate`, if there is one.
 * Stored with prompts and deliveries, so that hours may lie between two spans, and other instances may record them.
 */
export type Trace = string;

export interface SpanStart {
  readonly name: string;
  /** `client`: a request to another service; `server`: a request from one. */
  readonly kind: 'client' | 'server' | 'internal';
  /** Null: the span begins a trace. */
  readonly parent: Trace | null;
  /** Ids and other facts that are no content of a question or an answer. Null values are left out. */
  readonly fields: Readonly<Record<string, string | number | null | undefined>>;
}

/** Work in progress. */
export interface Span {
  /** The parent of what this work causes; null: there is no trace. */
  readonly trace: Trace | null;
  /** Must be called once. `failure`: why the work failed, without secrets; null: it did not. */
  end(failure?: string | null, fields?: SpanStart['fields']): void;
}

/** Records spans. Called often: implementations must be fast and must not throw. */
export interface Tracing {
  start(span: SpanStart): Span;
}

const end = () => {};

/** Records nothing. A trace that a caller gave is passed on. */
export const noTracing: Tracing = { start: ({ parent }) => ({ trace: parent, end }) };

/** Does work within a span. The work gets the trace for what it causes. */
export async function within<T>(
  tracing: Tracing,
  start: SpanStart,
  work: (trace: Trace | null) => Promise<T>,
): Promise<T> {
  const span = tracing.start(start);
  let failure: string | null = 'failed';
  try {
    const result = await work(span.trace);
    failure = null;
    return result;
  } finally {
    span.end(failure);
  }
}
