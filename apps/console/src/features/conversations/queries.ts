import type { MessageRecord, Page } from '@gateway/contract';
import {
  getChannel,
  getSettings,
  limits,
  listConversations,
  listDeliveries,
  listMessages,
} from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';
import { sameRows } from '../../lib/live/same-rows.js';

/** A small first page loads fast. Further pages are large, because each page is refetched when something arrives. */
const FIRST_PAGE = '50';
const FURTHER_PAGE = String(limits.listMax);
type Pages = InfiniteData<Page<MessageRecord[]>>;

export const conversationsQuery = (find: string | undefined, waiting: boolean) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'list', { q: find, waiting }],
    queryFn: ({ pageParam, signal }) =>
      list(
        listConversations,
        {
          query: {
            q: find,
            waiting: waiting ? ('true' as const) : undefined,
            limit: FIRST_PAGE,
            cursor: pageParam ?? undefined,
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The conversation of one channel; null: it has none. */
export const conversationQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['conversations', 'detail', channelId],
    queryFn: async ({ signal }) => {
      const [found] = await call(listConversations, { query: { channel_id: channelId } }, { signal });
      return found ?? null;
    },
    // What is unread when the conversation is opened must be read again each time.
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'detail', id],
    queryFn: ({ signal }) => call(getChannel, { params: { id } }, { signal }),
  });

/** Where a page of messages begins: after the one before it, or around a message; otherwise with the newest. */
interface MessagesPage {
  readonly cursor?: string;
  readonly around?: string;
}

const firstPage = (at: string | undefined): MessagesPage => (at === undefined ? {} : { around: at });

export const messagesQuery = (channelId: string, q: string | undefined, at?: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'list', { channel_id: channelId, q, at }],
    queryFn: ({ pageParam: { cursor, around }, signal }) =>
      list(
        listMessages,
        {
          query: { channel_id: channelId, q, limit: cursor === undefined ? FIRST_PAGE : FURTHER_PAGE, cursor, around },
        },
        { signal },
      ),
    initialPageParam: firstPage(at),
    getNextPageParam: ({ next }): MessagesPage | null => (next === null ? null : { cursor: next }),
    // A page around a message has half as many newer ones, unless it begins with the newest of all.
    getPreviousPageParam({ items }, _pages, { around }): MessagesPage | null {
      const newest = items[0];
      if (around === undefined || newest === undefined) return null;
      return items.findIndex(({ id }) => id === around) < Number(FIRST_PAGE) / 2 ? null : { around: newest.id };
    },
    structuralSharing: (old, fresh) => sameRows(old as Pages | undefined, fresh as Pages, ({ id }) => id),
  });

/** The deliveries of a channel, newest first like its messages. */
export const callbacksQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', 'list', { channel_id: channelId, limit: FURTHER_PAGE }],
    queryFn: ({ pageParam, signal }) =>
      list(
        listDeliveries,
        { query: { channel_id: channelId, limit: FURTHER_PAGE, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'current'],
  queryFn: ({ signal }) => call(getSettings, {}, { signal }),
});
