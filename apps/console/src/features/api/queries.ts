import { GatewayError } from '@gateway/contract';
import { queryOptions } from '@tanstack/react-query';
import { Unreachable } from '../../lib/api.js';
import type { OpenApi } from './document/types.js';

/** The OpenAPI document of the gateway; without it, one of the routes that this console knows. It changes only with a release. */
export const documentQuery = (isServed: boolean) =>
  queryOptions({
    queryKey: ['openapi', isServed],
    queryFn: async ({ signal }): Promise<OpenApi> =>
      isServed ? fetchDocument(signal) : (await import('./document/from-routes.js')).documentOfRoutes(),
    staleTime: Infinity,
  });

async function fetchDocument(signal: AbortSignal): Promise<OpenApi> {
  const response = await fetch('/openapi.json', { signal }).catch((reason: unknown) => {
    throw signal.aborted ? reason : new Unreachable();
  });
  const body: unknown = await response.json();
  if (response.ok) return body as OpenApi;
  throw new GatewayError(response.status, body as GatewayError['body']);
}
