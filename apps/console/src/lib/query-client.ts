import { GatewayError } from '@gateway/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './api.js';
import { sessionQuery } from './session.js';

/** A 401 anywhere means that the session has ended: the shell then leads to the sign-in and back. */
function noticeSignOut(error: unknown): void {
  if (isSignedOut(error)) void queryClient.invalidateQueries(sessionQuery);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    // Asked in any case: the browser calls itself offline without an internet that a gateway nearby does not need, and what it holds
    // back it would send later without a word.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      // The event stream tells what has changed; without it, half a minute.
      staleTime: 30_000,
      // What the server refused it refuses again; what could not be reached may come back.
      retry: (failures, error) => failures < 2 && !(error instanceof GatewayError && error.status < 500),
      retryDelay: (failures) => 400 * 2 ** failures,
    },
  },
});
