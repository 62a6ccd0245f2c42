import type { RuleRecord } from '@gateway/contract';
import { limits, listRules } from '@gateway/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { list } from '../../lib/api.js';

/** All rules in the order in which they are tried. An order names every rule, so the pages of the list are read together. */
export const rulesQuery = queryOptions({
  queryKey: ['rules', 'list'],
  queryFn: async ({ signal }) => {
    const rules: RuleRecord[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: string; cursor?: string } = {
        limit: String(limits.listMax),
        ...(cursor !== null && { cursor }),
      };
      const page: { readonly items: readonly RuleRecord[]; readonly next: string | null } = await list(
        listRules,
        { query },
        { signal },
      );
      rules.push(...page.items);
      cursor = page.next;
    } while (cursor !== null);
    return rules;
  },
});
