import type { Trace } from './tracing.js';

/** Headers, or the `_meta` of an MCP request. */
type Given = object & { readonly traceparent?: unknown; readonly tracestate?: unknown };

const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x20-\x7e]*)?$/;
const memberForm = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,256}$/;
const MAX_TRACEPARENT = 256;
const MAX_TRACESTATE = 512;
const MAX_MEMBERS = 32;

/** The trace that a caller gave by https://www.w3.org/TR/trace-context/. Null: none, or one that is not valid, which is ignored. */
export function traceOf({ traceparent, tracestate }: Given): Trace | null {
  if (typeof traceparent !== 'string' || traceparent.length > MAX_TRACEPARENT) return null;
  const [, version, traceId = '', spanId = '', flags, more] = traceparentForm.exec(traceparent.trim()) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  const parent = `00-${traceId}-${spanId}-${flags}`;
  return isState(tracestate) ? `${parent} ${tracestate.trim()}` : parent;
}

function isState(given: unknown): given is string {
  if (typeof given !== 'string' || given.trim() === '' || given.length > MAX_TRACESTATE) return false;
  const members = given.split(',').map((member) => member.trim());
  return members.length <= MAX_MEMBERS && members.every((member) => member === '' || memberForm.test(member));
}

const isZero = (id: string) => !/[^0]/.test(id);

/** The headers that pass a trace on. */
export function traceHeaders(trace: Trace | null): Readonly<Record<string, string>> {
  if (trace === null) return {};
  const [traceparent = '', tracestate = ''] = parts(trace);
  return tracestate === '' ? { traceparent } : { traceparent, tracestate };
}

/** The id that all spans of a trace share: 32 hexadecimal digits. */
export function traceIdOf(trace: Trace): string {
  return trace.slice(3, 35);
}

function parts(trace: Trace): string[] {
  const space = trace.indexOf(' ');
  return space === -1 ? [trace] : [trace.slice(0, space), trace.slice(space + 1)];
}
