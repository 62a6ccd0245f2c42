import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { unescape } from 'node:querystring';
import type { Logger } from 'pino';
import { characterCount, limits } from '@gateway/contract';
import type { Principal } from '@gateway/core';
import type { Metrics } from '../../metrics/metrics.js';
import { withoutSecrets } from '../../service/log.js';
import { addressOf } from '../access/forwarded.js';

const HEADER = 'x-request-id';
/** The form of a request id that a caller may choose: nothing that could break a log line or a header. */
const validId = /^[\w.:-]{1,64}$/;
/** Polled so often that their log lines would hide the others. */
const polledPaths = new Set(['/healthz', '/readyz', '/metrics']);

/** The addresses of hosted files are secret. */
const secretPath = /^\/media\/.+/i;
/** The form of the tokens of one-time links and sessions, which belong in no path. */
const token = /(?<=\/)[\w-]{43}(?=\/|$)/g;

/** A path without the secrets that a client has put there by mistake, also percent-encoded. */
function loggedPath(path: string): string {
  const hidden = withoutSecrets(path.replace(secretPath, '/media/[secret]').replaceAll(token, '[secret]'));
  if (!path.includes('%')) return hidden;
  const decoded = unescape(path);
  return withoutSecrets(decoded).replaceAll(token, '[secret]') === decoded ? hidden : '/[secret]';
}

/** What becomes known about a request while it is handled. */
interface Known {
  /** Of an address that had to be parsed. */
  path?: string;
  route?: string;
  principal?: Principal;
  /** The prompt that the request is about, from its path or its reply. */
  promptId?: string;
  /** The agent's own id of this prompt, from the body of the request or of the reply. */
  correlationId?: string;
  /** Resolves when the body of a refused request has been searched for this id. */
  searched?: Promise<void>;
}

const KNOWN = Symbol('known');

interface WithKnown extends ServerResponse {
  [KNOWN]?: Known;
}

/**
 * Returns a function that gives a response an id (the caller's `X-Request-Id` if it is well-formed), and that writes one log line when
 * the response ends and counts it in the metrics. Query strings are not logged, because they can contain personal data.
 */
export function accessLog(log: Logger, metrics: Metrics) {
  return (request: IncomingMessage, response: ServerResponse, begin: string): void => {
    const requested = request.headers[HEADER];
    const id = typeof requested === 'string' && validId.test(requested) ? requested : randomUUID();
    const startedAt = performance.now();
    const { method = '' } = request;
    response.setHeader(HEADER, id);
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = response.writableFinished ? response.statusCode : 499;
      const { path = begin, route, searched } = knownOf(response);
      metrics.request(route ?? null, method, status, ms);
      const level = status >= 500 ? 'error' : status < 400 && polledPaths.has(path) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const write = () => {
        const { principal, promptId, correlationId } = knownOf(response);
        log[level](
          {
            method,
            path: loggedPath(path),
            status,
            ms,
            address: addressOf(request),
            request_id: id,
            ...(principal?.keyId && { key: principal.keyId }),
            ...(principal?.operator && { operator: principal.operator.id }),
            ...(promptId !== undefined && { prompt_id: promptId }),
            ...(correlationId !== undefined && { correlation_id: correlationId }),
          },
          'request',
        );
      };
      if (searched) void searched.then(write);
      else write();
    });
  };
}

/** Stores facts about a request for its log line and the metrics. `route` is the path's pattern, which keeps the number of metric labels small. */
export function note(response: WithKnown, known: Known): void {
  response[KNOWN] = Object.assign(response[KNOWN] ?? {}, known);
}

/** A body about a prompt, or an MCP message whose tool asks one. */
interface MayCorrelate {
  readonly correlation_id?: unknown;
  readonly params?: { readonly arguments?: { readonly correlation_id?: unknown } | null } | null;
}

/** Stores the correlation id of a body, which need not have been checked. One that no prompt can have is left out. */
export function noteCorrelation(response: WithKnown, body: unknown): void {
  const { correlation_id: id, params } = (body ?? {}) as MayCorrelate;
  const correlationId = id ?? params?.arguments?.correlation_id;
  if (typeof correlationId === 'string' && characterCount(correlationId) <= limits.correlationId)
    note(response, { correlationId });
}

/** The facts that `note` has stored so far. */
export function knownOf(response: WithKnown): Readonly<Known> {
  return response[KNOWN] ?? {};
}

/** The id that `accessLog` assigned. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(HEADER));
}
