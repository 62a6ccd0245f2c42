import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '@gateway/core';
import type { Metrics } from '../../metrics/metrics.js';
import { findClients } from '../access/forwarded.js';
import { isSecure } from '../access/session-cookie.js';
import { endStalledBodies } from '../body/stalled-body.js';
import type { HttpError } from '../errors/errors.js';
import { rejectInvalidHeaders } from '../errors/request-head.js';
import { setHeaders } from '../reply.js';
import { accessLog } from './request-log.js';

export interface EntranceOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly publicUrl: string | null;
  /** Addresses and networks of proxies whose `X-Forwarded-…` headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly isStopping: () => boolean;
  readonly respond: (error: HttpError, request: IncomingMessage, response: ServerResponse) => void;
}

export interface Entrance {
  /** Gives a request its id, its client address, its log line and the headers that every response has. Never throws. */
  enter(request: IncomingMessage, response: ServerResponse): Address;
  /** Rejects invalid headers, and ends the request when its body stalls. */
  check(request: IncomingMessage, response: ServerResponse): void;
}

interface Address {
  /** Without the query. */
  readonly path: string;
  /** False: the address must be parsed, because it is absolute, or has a character that belongs to none. */
  readonly isPlain: boolean;
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** What every request passes before its address decides who answers it. */
export function createEntrance(options: EntranceOptions): Entrance {
  const { log, clock, metrics, publicUrl, isStopping } = options;
  const isHttps = publicUrl?.startsWith('https://') ?? false;
  const findClient = findClients(options.trustedProxies, log);
  const logRequest = accessLog(log, metrics);
  const endStalledBody = endStalledBodies(clock, options.respond);

  return {
    enter(request, response) {
      const { url = '' } = request;
      const path = /^(?:\w+:\/\/[^/?#]*)?([^?#]*)/.exec(url)?.[1] ?? '';
      findClient(request);
      logRequest(request, response, path);
      setHeaders(response, securityHeaders);
      if (isHttps && isSecure(request.headers, publicUrl))
        response.setHeader('strict-transport-security', 'max-age=31536000');
      if (isStopping()) response.setHeader('connection', 'close');
      return { path, isPlain: url.startsWith('/') && !/[\s#]/.test(url) };
    },
    check(request, response) {
      rejectInvalidHeaders(request);
      endStalledBody(request, response);
    },
  };
}
