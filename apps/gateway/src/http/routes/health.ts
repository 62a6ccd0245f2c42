import { getHealth, getReadiness } from '@gateway/contract';
import { Refusal, type Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';

/** Liveness and readiness probes. */
export function healthRoutes(gateway: Gateway, isStopping: () => boolean): Endpoint[] {
  return [
    endpoint(getHealth, async () => ({ status: 'ok' as const })),
    endpoint(getReadiness, async () => {
      if (isStopping()) throw new Refusal('unavailable', 'This instance is stopping.');
      const problem = await gateway.databaseCheck();
      if (problem !== null) throw new Refusal('unavailable', problem);
      return { status: 'ok' as const };
    }),
  ];
}
