import type { ReplyOf, StatisticsWindow } from '@gateway/contract';
import { getPromptStatistics, getStatistics, listChannels, listKeys, listPrompts } from '@gateway/contract/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';
import { timeZone } from '../../lib/language/locale.js';

/** Refetched at this interval, because the time window moves without events. */
const REFRESH_MS = 60_000;

export const statisticsQuery = (window: StatisticsWindow) =>
  queryOptions({
    queryKey: ['statistics', 'window', window, timeZone()],
    queryFn: ({ signal }) => call(getStatistics, { query: { window, time_zone: timeZone() } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const promptStatisticsQuery = (window: StatisticsWindow) =>
  queryOptions({
    queryKey: ['statistics', 'prompts', window, timeZone()],
    queryFn: ({ signal }) => call(getPromptStatistics, { query: { window, time_zone: timeZone() } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const recentPromptsQuery = queryOptions({
  queryKey: ['prompts', 'recent'],
  queryFn: ({ signal }) => call(listPrompts, { query: { state: 'all', limit: '8' } }, { signal }),
});

export type RecentPrompt = ReplyOf<typeof listPrompts>[number];

/** Active channels for a first prompt. */
export const firstChannelsQuery = queryOptions({
  queryKey: ['channels', 'first'],
  queryFn: ({ signal }) => call(listChannels, { query: { active: 'true', limit: '50' } }, { signal }),
});

export const firstKeysQuery = queryOptions({
  queryKey: ['keys', 'first'],
  queryFn: ({ signal }) => call(listKeys, { query: { limit: '50' } }, { signal }),
});
