import { getSession, type Scope, type SessionState } from '@gateway/contract';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './api.js';

/** Who is signed in. Kept until something says otherwise: a 401, a sign-in, a sign-out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(getSession, {}, { signal }),
  staleTime: Infinity,
});

type SignedIn = SessionState & { operator: NonNullable<SessionState['operator']> };

/** The session, inside the pages that only a signed-in operator sees. */
export function useSession(): SignedIn {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data.operator === null) throw new Error('This page needs an operator who is signed in.');
  return data as SignedIn;
}

/** Whether the operator may do what needs a scope; what they may not is shown, but disabled with the reason. */
export function useMay(scope: Scope): boolean {
  const { scopes } = useSession().operator;
  return scopes.includes('admin') || scopes.includes(scope);
}
