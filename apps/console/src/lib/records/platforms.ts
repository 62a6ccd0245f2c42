import type { BrokenPlatformRecord, PlatformRecord } from '@gateway/contract';
import { listPlatforms } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.js';

const all = {
  queryKey: ['platforms', 'list'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listPlatforms, {}, { signal }),
  staleTime: 600_000,
};

/** The loaded adapters. They change only with a restart. */
export const platformsQuery = queryOptions({
  ...all,
  select: (platforms) => platforms.filter((platform): platform is PlatformRecord => platform.problem === null),
});

/** Adapters that are configured but could not be loaded. */
export const brokenPlatformsQuery = queryOptions({
  ...all,
  select: (platforms) => platforms.filter((platform): platform is BrokenPlatformRecord => platform.problem !== null),
});

/** One adapter; undefined while loading and when it is not installed. `enabled`: whether to load it. */
export function usePlatform(id: string | undefined, enabled = true): PlatformRecord | undefined {
  const { data } = useQuery({ ...platformsQuery, enabled });
  return data?.find((platform) => platform.id === id);
}
