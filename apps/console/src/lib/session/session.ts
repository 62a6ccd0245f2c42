import type { Scope, SessionState } from '@gateway/contract';
import { getSession } from '@gateway/contract/values';
import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../api.js';

/** The session. Cached until a 401, a sign-in or a sign-out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => {
    // `early-session.js` may run later than this. The reply to its request would then answer a read after the sign-in.
    document.documentElement.dataset['session'] = 'read';
    return call(getSession, {}, { signal });
  },
  staleTime: Infinity,
});

/** Sets the session that a request returned. A read that began before it would bring the former one back, so it is ended. */
export async function setSession(client: QueryClient, session: SessionState): Promise<void> {
  await client.cancelQueries(sessionQuery);
  client.setQueryData(sessionQuery.queryKey, session);
}

type SignedIn = SessionState & { operator: NonNullable<SessionState['operator']> };

/** The session on pages that require a signed-in operator. */
export function useSession(): SignedIn {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data.operator === null) throw new Error('This page requires a signed-in operator.');
  return data as SignedIn;
}

/** Whether the operator has a scope. Actions without it are shown disabled with the reason. */
export function useMay(scope: Scope): boolean {
  const { scopes } = useSession().operator;
  return scopes.includes('admin') || scopes.includes(scope);
}
