import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { getMetrics } from '@gateway/contract';
import { Refusal } from '@gateway/core';
import type { Metrics, MetricsSources } from '../../metrics.js';
import { endpoint, type Endpoint } from '../endpoint.js';
import { HttpError } from '../errors.js';
import { isMadeHere } from '../forwarded.js';
import { isOfThisMachine } from '../principal.js';

export interface MetricsAccess {
  readonly metrics: Metrics;
  readonly sources: MetricsSources;
  /** Null: only this machine may ask. */
  readonly token: string | null;
}

/** The figures, for whoever has the token, or for this machine. */
export function metricsRoutes({ metrics, sources, token }: MetricsAccess, host: string): Endpoint[] {
  return [
    endpoint(getMetrics, async ({ headers, address }) => {
      if (token === null) refuseOthers(address, headers, host);
      else refuseWithout(token, headers.authorization);
      return await metrics.text(sources);
    }),
  ];
}

function refuseWithout(token: string, authorization: string | undefined): void {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  const detail = 'Send the METRICS_TOKEN of this gateway as Authorization: Bearer.';
  throw new HttpError(401, { detail }, { 'www-authenticate': 'Bearer' });
}

/** Equal lengths, so that the comparison takes the same time whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Answers this machine's own programs: neither what a proxy on it passes on, nor a page of another site that a browser on it
 * shows, which comes from its own origin or under a name of its own that resolves to this machine.
 */
function refuseOthers(address: string | null, headers: IncomingHttpHeaders, configuredHost: string): void {
  const { host = '', origin } = headers;
  const isNamed = isOfThisMachine(host) || host.replace(/:\d*$/, '').toLowerCase() === configuredHost.toLowerCase();
  const isOwnOrigin = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  if (isMadeHere(address, headers) && isNamed && isOwnOrigin) return;
  throw new Refusal(
    'forbidden',
    'Without METRICS_TOKEN only this machine gets the figures, under a name of its own: set it, and send it as Authorization: Bearer.',
  );
}
