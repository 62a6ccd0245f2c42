import type { BodyInput, QueryInput, ReplyOf } from '@gateway/contract';
import { getChannel, getStatistics, limits, listChannels, testNewChannel } from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';

export type Channel = ReplyOf<typeof listChannels>[number];
export type ChannelDetail = ReplyOf<typeof getChannel>;
export type ChannelTest = ReplyOf<typeof testNewChannel>;

export interface ChannelSearch {
  readonly q?: string | undefined;
  readonly state?: 'active' | 'ok' | 'failing' | 'unknown' | 'inactive' | undefined;
  readonly platform?: string | undefined;
  readonly type?: Channel['channel_type'] | undefined;
}

function filterOf({ q, state, platform, type }: ChannelSearch): QueryInput<typeof listChannels> {
  return {
    ...(q !== undefined && { q }),
    ...(platform !== undefined && { platform }),
    ...(type !== undefined && { channel_type: type }),
    ...(state === 'active' && { active: 'true' as const }),
    ...(state !== undefined && state !== 'active' && { health: state }),
  };
}

export const channelsQuery = (search: ChannelSearch) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      list(
        listChannels,
        { query: { ...filterOf(search), traffic: 'true', limit: '100', cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The number of failing active channels. */
export const failingQuery = queryOptions({
  queryKey: ['statistics', 'channels'],
  queryFn: ({ signal }) => call(getStatistics, {}, { signal }),
  select: ({ channels }) => channels.failing,
});

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'detail', id],
    queryFn: ({ signal }) => call(getChannel, { params: { id } }, { signal }),
  });

/** Whether a channel id is taken, also by an inactive channel. Uses the list, because a 404 would be logged as an error. */
export const isTakenQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'taken', id],
    queryFn: async ({ signal }) => {
      const found = await call(listChannels, { query: { q: id, limit: String(limits.listMax) } }, { signal });
      return found.some((channel) => channel.channel_id === id);
    },
  });

/** Active channels with the same chat. */
export const sameChatQuery = (platform: string, target: string) =>
  queryOptions({
    queryKey: ['channels', 'same-chat', platform, target],
    queryFn: async ({ signal }) => {
      const query = { platform, active: 'true', q: target.slice(0, 200), limit: String(limits.listMax) } as const;
      const found = await call(listChannels, { query }, { signal });
      return found.filter((channel) => channel.target_chat_id === target);
    },
  });

/** Tests an unsaved channel. The query key contains secrets, so it is removed from the cache with the form (gcTime 0). */
export const draftTestQuery = (draftTest: BodyInput<typeof testNewChannel>) =>
  queryOptions({
    queryKey: ['draftTest', draftTest],
    queryFn: ({ signal }) => call(testNewChannel, { body: draftTest }, { signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
