import { formatPromptId, limits, search as searchRoute } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { snake } from '../records/field-names.js';

/** One search over the records of all kinds. */
export function searchRoutes({ search }: Gateway): Endpoint[] {
  return [
    endpoint(searchRoute, async ({ principal, query: { q, limit = limits.searchDefault }, signal }) => {
      const hits = await search.find(principal, { text: q, limit, signal: signal() });
      return hits.map((hit) =>
        Object.assign(snake(hit, 'kind', 'id', 'title', 'detail', 'channelId', 'state', 'match', 'createdAt'), {
          prompt_id: hit.promptNum === null ? null : formatPromptId(hit.promptNum),
        }),
      );
    }),
  ];
}
