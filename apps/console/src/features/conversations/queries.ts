import type { MessageRecord, Page } from '@gateway/contract';
import { getChannel, getSettings, limits, listChannels, listDeliveries, listMessages } from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';
import { sameRows } from '../../lib/live/same-rows.js';

/** The maximum page size: most installations then load all channels at once, so that they can be sorted by activity. */
const CHANNEL_PAGE = String(limits.listMax);

/** A small first page loads fast. Further pages are large, because each page is refetched when something arrives. */
const FIRST_PAGE = '50';
const FURTHER_PAGE = String(limits.listMax);
type Pages = InfiniteData<Page<MessageRecord[]>>;

export const conversationsQuery = (find: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'list', { channel_type: 'MESSAGE', q: find, limit: CHANNEL_PAGE }],
    queryFn: ({ pageParam, signal }) =>
      list(
        listChannels,
        { query: { channel_type: 'MESSAGE', q: find, limit: CHANNEL_PAGE, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The newest messages of all channels, for the last line of each recent conversation. */
export const recentQuery = queryOptions({
  queryKey: ['messages', 'recent'],
  queryFn: async ({ signal }) => {
    const messages = await call(listMessages, { query: { limit: String(limits.listMax) } }, { signal });
    const last = new Map<string, MessageRecord>();
    for (const message of messages) if (!last.has(message.channel_id)) last.set(message.channel_id, message);
    return last;
  },
});

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'detail', id],
    queryFn: ({ signal }) => call(getChannel, { params: { id } }, { signal }),
  });

export const messagesQuery = (channelId: string, q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'list', { channel_id: channelId, q }],
    queryFn: ({ pageParam, signal }) =>
      list(
        listMessages,
        {
          query: {
            channel_id: channelId,
            q,
            limit: pageParam === null ? FIRST_PAGE : FURTHER_PAGE,
            cursor: pageParam ?? undefined,
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    structuralSharing: (old, fresh) => sameRows(old as Pages | undefined, fresh as Pages, ({ id }) => id),
  });

/** The deliveries of a channel, newest first like its messages. */
export const callbacksQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', 'list', { channel_id: channelId, limit: CHANNEL_PAGE }],
    queryFn: ({ pageParam, signal }) =>
      list(
        listDeliveries,
        { query: { channel_id: channelId, limit: String(limits.listMax), cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'current'],
  queryFn: ({ signal }) => call(getSettings, {}, { signal }),
});
