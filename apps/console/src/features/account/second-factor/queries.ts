import { getSecondFactors } from '@gateway/contract/values';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.js';
import { passkeyProblem } from '../../../lib/session/passkeys.js';
import { useSession } from '../../../lib/session/session.js';

export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactors, {}, { signal }),
});

/** Refreshes what a change of the own second factors makes stale. It ends the other sessions. */
export function useRefreshFactors(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['sessions'] }),
      client.invalidateQueries({ queryKey: ['operators'] }),
    ]);
}

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
