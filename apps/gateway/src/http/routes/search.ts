import { formatPromptId, limits, search as searchRoute } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';

/** One search over the records of all kinds. */
export function searchRoutes({ search }: Gateway): Endpoint[] {
  return [
    endpoint(searchRoute, async ({ principal, query: { q, limit = limits.searchDefault }, signal }) => {
      const hits = await search.find(principal, { text: q, limit, signal: signal() });
      return hits.map(({ kind, id, title, detail, channelId, promptNum, state, match, createdAt }) => ({
        kind,
        id,
        title,
        detail,
        channel_id: channelId,
        prompt_id: promptNum === null ? null : formatPromptId(promptNum),
        state,
        match,
        created_at: createdAt.toISOString(),
      }));
    }),
  ];
}
