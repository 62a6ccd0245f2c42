import type { PromptRecord } from '@gateway/contract';
import { getRule } from '@gateway/contract/values';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.js';
import { useMay } from '../../../lib/session.js';

type Matched = NonNullable<PromptRecord['rule']>;

const ruleQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['rules', 'one', id],
    queryFn: id === null ? skipToken : ({ signal }) => call(getRule, { params: { id } }, { signal }),
  });

/**
 * The arguments that the fields of a rule draw. The record of a prompt does not name them. Empty while they are not known, and where the
 * rule has changed since: then all arguments are shown, also those that the fields repeat.
 */
export function useDrawnPaths(rule: Matched | undefined): ReadonlySet<string> {
  const mayRead = useMay('policies:read');
  const { data } = useQuery(ruleQuery(mayRead && rule ? rule.rule_id : null));
  if (data === undefined || data.version !== rule?.version) return new Set();
  return new Set((data.then.fields ?? []).map(({ path }) => path));
}
