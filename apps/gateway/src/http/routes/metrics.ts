import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { getMetrics } from '@gateway/contract';
import { Refusal } from '@gateway/core';
import type { Metrics, MetricsSources } from '../../metrics/metrics.js';
import { endpoint, type Endpoint } from '../endpoint.js';
import { HttpError } from '../errors/errors.js';
import { isLocalRequest } from '../access/forwarded.js';
import { isLoopbackHost } from '../access/principal.js';

export interface MetricsAccess {
  readonly metrics: Metrics;
  readonly sources: MetricsSources;
  /** Null: only this machine may read the metrics. */
  readonly token: string | null;
}

/** Serves the Prometheus metrics to callers with the token, or without a token to this machine. */
export function metricsRoutes({ metrics, sources, token }: MetricsAccess, host: string): Endpoint[] {
  return [
    endpoint(getMetrics, async ({ headers, address }) => {
      if (token === null) rejectRemoteCallers(address, headers, host);
      else requireToken(token, headers.authorization);
      return await metrics.text(sources);
    }),
  ];
}

function requireToken(token: string, authorization: string | undefined): void {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  const detail = 'Send the METRICS_TOKEN of this gateway as Authorization: Bearer.';
  throw new HttpError(401, { detail }, { 'www-authenticate': 'Bearer' });
}

/** Digests have equal lengths, so the comparison takes constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Allows programs on this machine only. Requests that a local proxy forwards are rejected, and so are pages of other sites in a local
 * browser: those have a foreign Origin or, with DNS rebinding, a foreign Host.
 */
function rejectRemoteCallers(address: string | null, headers: IncomingHttpHeaders, configuredHost: string): void {
  const { host = '', origin } = headers;
  const isNamed = isLoopbackHost(host) || host.replace(/:\d*$/, '').toLowerCase() === configuredHost.toLowerCase();
  const isOwnOrigin = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  if (isLocalRequest(address, headers) && isNamed && isOwnOrigin) return;
  throw new Refusal(
    'forbidden',
    'Without METRICS_TOKEN only this machine gets the metrics, called by a loopback name: set METRICS_TOKEN, and send it as Authorization: Bearer.',
  );
}
