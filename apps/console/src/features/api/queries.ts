import { GatewayError } from '@gateway/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { Unreachable } from '../../lib/api.js';
import type { OpenApiDocument } from '../../reference/document.js';

/** The OpenAPI document of the gateway; without it, one of the routes that this console knows. It changes only with a release. */
export const documentQuery = (isServed: boolean) =>
  queryOptions({
    queryKey: ['openapi', isServed],
    queryFn: async ({ signal }): Promise<OpenApiDocument> =>
      isServed ? fetchDocument(signal) : (await import('./from-routes.js')).documentOfRoutes(),
    staleTime: Infinity,
  });

async function fetchDocument(signal: AbortSignal): Promise<OpenApiDocument> {
  const response = await fetch('/openapi.json', { signal }).catch((reason: unknown) => {
    throw signal.aborted ? reason : new Unreachable();
  });
  const body: unknown = await response.json();
  if (response.ok) return body as OpenApiDocument;
  throw new GatewayError(response.status, body as GatewayError['body']);
}
