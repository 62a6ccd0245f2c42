import { getSecondFactors } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.js';
import { passkeyProblem } from '../../../lib/session/passkeys.js';
import { useSession } from '../../../lib/session/session.js';

export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactors, {}, { signal }),
});

/** What a change of the own second factors makes stale. It ends the other sessions. */
export const staleResources = ['second-factor', 'sessions', 'operators'];

/** Why passkeys do not work here; null: they work. */
export function usePasskeyProblem(): string | null {
  const { gateway } = useSession();
  return passkeyProblem(gateway.sign_in.passkeys, gateway.public_url);
}

/** Whether the operator has a passkey, and passkeys work here. */
export function useUsablePasskeys(): boolean {
  const problem = usePasskeyProblem();
  const { data } = useQuery(secondFactorsQuery);
  return problem === null && (data?.passkeys.length ?? 0) > 0;
}
