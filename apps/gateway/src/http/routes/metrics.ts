import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { getMetrics } from '@gateway/contract';
import { Refusal } from '@gateway/core';
import type { Metrics, MetricsSources } from '../../metrics.js';
import { answers, type Answers } from '../answers.js';
import { HttpError } from '../errors.js';
import { isMadeHere } from '../forwarded.js';

export interface MetricsAccess {
  readonly metrics: Metrics;
  readonly sources: MetricsSources;
  /** Null: only this machine may ask. */
  readonly token: string | null;
}

/** The figures, for whoever has the token, or for this machine. */
export function metricsRoutes({ metrics, sources, token }: MetricsAccess): Answers[] {
  return [
    answers(getMetrics, async ({ headers, address }) => {
      if (token === null) refuseStrangers(address, headers);
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

/** A request that a proxy on this machine passes on is not one of this machine. */
function refuseStrangers(address: string | null, headers: IncomingHttpHeaders): void {
  if (!isMadeHere(address, headers)) {
    throw new Refusal(
      'forbidden',
      'Without METRICS_TOKEN only this machine gets the figures: set it, and send it as Authorization: Bearer.',
    );
  }
}
