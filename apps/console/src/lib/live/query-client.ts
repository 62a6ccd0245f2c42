import { GatewayError } from '@gateway/contract/values';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isDenied } from '../api.js';
import { sessionQuery } from '../session/session.js';

/**
 * Reads the session again after a refusal: it may have ended, and the shell then redirects to the sign-in, or its role may have
 * changed. A gateway without keys refuses with 403 what only operators may do.
 */
function checkSession(error: unknown): void {
  if (isDenied(error)) void queryClient.invalidateQueries(sessionQuery);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: checkSession }),
  mutationCache: new MutationCache({ onError: checkSession }),
  defaultOptions: {
    // `always`: the browser may report offline while a local gateway is reachable, and held-back mutations would be sent later
    // without confirmation.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      // The event stream invalidates changed data. This limits its age while there is no stream.
      staleTime: 30_000,
      // Retry network failures and 5xx only: a refusal would repeat.
      retry: (failures, error) => failures < 2 && !(error instanceof GatewayError && error.status < 500),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
  },
});
