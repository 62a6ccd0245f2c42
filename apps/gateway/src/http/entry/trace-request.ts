import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@gateway/contract';
import { noTracing, traceOf, type Trace, type Tracing } from '@gateway/core';
import { requestIdOf } from './request-log.js';

/** Starts the span of a request, which ends with its response. Returns the trace of what it causes; null: none. */
export function traceRequest(
  tracing: Tracing,
  { method, path }: Pick<Route, 'method' | 'path'>,
  request: IncomingMessage,
  response: ServerResponse,
): Trace | null {
  const parent = traceOf(request.headers);
  if (tracing === noTracing) return parent;
  const fields = { 'http.request.method': method, 'http.route': path, request_id: requestIdOf(response) };
  const span = tracing.start({ name: `${method} ${path}`, kind: 'server', parent, fields });
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499;
    span.end(status >= 500 ? String(status) : null, { 'http.response.status_code': status });
  });
  return span.trace;
}
