import { GatewayError } from '@gateway/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './api.js';
import { sessionQuery } from './session.js';

/** A 401 means that the session has ended: the shell then redirects to the sign-in. */
function checkSignedOut(error: unknown): void {
  if (isSignedOut(error)) void queryClient.invalidateQueries(sessionQuery);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: checkSignedOut }),
  mutationCache: new MutationCache({ onError: checkSignedOut }),
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
