import type { Page, PromptRecord, QueryInput } from '@gateway/contract';
import {
  formatPromptId,
  countPrompts,
  countWaitingPrompts,
  getDelivery,
  getPerson,
  getPrompt,
  getPromptAnswerers,
  getPromptFile,
  listAudit,
  listDeliveries,
  listPeople,
  listPrompts,
} from '@gateway/contract/values';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';
import { refreshedFromTop } from '../../lib/forms/deep-lists.js';
import { sameRows } from '../../lib/live/same-rows.js';
import { queryClient } from '../../lib/live/query-client.js';

export type PromptFilter = Omit<QueryInput<typeof listPrompts>, 'cursor' | 'limit'>;
type Pages = InfiniteData<Page<PromptRecord[]>>;

/** A small first page loads fast. Further pages are large, because each page is refetched when something changes. */
const FIRST_PAGE = '50';
const FURTHER_PAGE = '200';
const DAY_MS = 86_400_000;

export const promptsQuery = (filter: PromptFilter) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'list', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      list(
        listPrompts,
        { query: { ...filter, limit: cursor === null ? FIRST_PAGE : FURTHER_PAGE, cursor: cursor ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    meta: refreshedFromTop,
    structuralSharing: (old, fresh) =>
      sameRows(old as Pages | undefined, fresh as Pages, (prompt) => prompt.prompt_num),
  });

export const promptQuery = (num: number) =>
  queryOptions({
    queryKey: ['prompts', 'detail', num],
    queryFn: ({ signal }) => call(getPrompt, { params: { id: String(num) } }, { signal }),
    // A list row contains the full record.
    placeholderData: () => listed(num),
  });

/** Counted with the statistics, so the events of prompts refresh it. */
export const countsQuery = queryOptions({
  queryKey: ['statistics', 'prompt-counts'],
  queryFn: ({ signal }) => call(countPrompts, {}, { signal }),
});

/** A resource of its own: the gateway compares prompt by prompt, so events refresh it less often. */
export const waitingCountQuery = queryOptions({
  queryKey: ['waiting', 'count'],
  queryFn: ({ signal }) => call(countWaitingPrompts, {}, { signal }),
});

function listed(num: number): PromptRecord | undefined {
  for (const [, data] of queryClient.getQueriesData<Pages>({ queryKey: ['prompts', 'list'] })) {
    for (const page of data?.pages ?? []) {
      const found = page.items.find((prompt) => prompt.prompt_num === num);
      if (found) return found;
    }
  }
  return undefined;
}

/** What was answered in a channel, of the prompts since some days. Events refresh it less often: a reply is large. */
export const recentAnswersQuery = (channelId: string, days: number) =>
  queryOptions({
    queryKey: ['recent-answers', channelId, days],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - days * DAY_MS).toISOString();
      const query = { state: 'answered', channel_id: channelId, since, limit: FURTHER_PAGE } as const;
      return list(listPrompts, { query }, { signal });
    },
  });

/** Who may still answer a prompt, and what prevents an answer. */
export const answerersQuery = (num: number) =>
  queryOptions({
    queryKey: ['answerers', num],
    queryFn: ({ signal }) => call(getPromptAnswerers, { params: { id: String(num) } }, { signal }),
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'detail', id],
    queryFn: ({ signal }) => call(getPerson, { params: { id } }, { signal }),
  });

/** The person who is an operator; null: there is none. */
export const ownPersonQuery = (operatorId: string) =>
  queryOptions({
    queryKey: ['people', 'of-operator', operatorId],
    queryFn: async ({ signal }) => {
      const [person] = await call(listPeople, { query: { operator_id: operatorId } }, { signal });
      return person ?? null;
    },
  });

/** The file of a prompt that the gateway hosts. */
export const fileQuery = (num: number) =>
  queryOptions({
    queryKey: ['prompt-files', num],
    queryFn: ({ signal }) => call(getPromptFile, { params: { id: String(num) } }, { signal }),
  });

/** The deliveries of a prompt, one or two. */
export const callbacksQuery = (num: number) =>
  queryOptions({
    queryKey: ['deliveries', 'of-prompt', num],
    queryFn: ({ signal }) => call(listDeliveries, { query: { prompt_id: String(num) } }, { signal }),
  });

export const callbackQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'detail', id],
    queryFn: ({ signal }) => call(getDelivery, { params: { id } }, { signal }),
  });

/** The audit entry of the cancellation; null when there is none. */
export const cancellationQuery = (num: number) =>
  queryOptions({
    queryKey: ['audit', 'of-prompt', num],
    queryFn: async ({ signal }) => {
      const query = { resource_id: formatPromptId(num), action: 'prompt.cancelled' };
      const [entry] = await call(listAudit, { query }, { signal });
      return entry ?? null;
    },
  });

/** Refetches prompts, deliveries and counts, also without the event stream. */
export function refreshPrompts(client: QueryClient): void {
  for (const resource of ['prompts', 'waiting', 'answerers', 'recent-answers', 'deliveries', 'statistics'])
    void client.invalidateQueries({ queryKey: [resource] });
}
