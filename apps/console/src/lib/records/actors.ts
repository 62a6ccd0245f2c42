import { limits, listKeys, listOperators } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { useMay, useSession } from '../session/session.js';
import { t } from '../language/page-texts/texts.js';

/** The names of the latest keys. Requires `keys:read`. */
export const keyNamesQuery = queryOptions({
  queryKey: ['keys', 'names'],
  queryFn: ({ signal }) => call(listKeys, { query: { limit: String(limits.listMax) } }, { signal }),
  staleTime: 300_000,
});

export const operatorNamesQuery = queryOptions({
  queryKey: ['operators', 'names'],
  queryFn: ({ signal }) => call(listOperators, {}, { signal }),
  staleTime: 300_000,
});

/** Who acted through the API or the console. */
export interface ActorIds {
  readonly api_key_id: string | null;
  readonly operator_id: string | null;
}

/** Names an actor: "You", an operator's name or a key's name; null when the gateway ran without keys. */
export function useActorName(): (ids: ActorIds) => string | null {
  const { operator } = useSession();
  const mayReadKeys = useMay('keys:read');
  const keys = useQuery({ ...keyNamesQuery, enabled: mayReadKeys }).data;
  const operators = useQuery(operatorNamesQuery).data;
  return ({ api_key_id, operator_id }) => {
    if (operator_id !== null) {
      if (operator_id === operator.id) return t.actors.you;
      if (!operators) return t.actors.operator;
      return operators.find(({ id }) => id === operator_id)?.name ?? t.actors.formerOperator;
    }
    if (api_key_id === null) return null;
    if (!keys) return t.actors.apiKey;
    const key = keys.find(({ id }) => id === api_key_id);
    return key ? t.actors.key(key.name) : t.actors.keyById(api_key_id.slice(0, 8));
  };
}
