import { listPlatforms, type BrokenPlatformRecord, type PlatformRecord } from '@gateway/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api.js';

const all = {
  queryKey: ['platforms', 'list'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listPlatforms, {}, { signal }),
  staleTime: 600_000,
};

/** The loaded adapters, with all that their forms need. They change with a restart only. */
export const platformsQuery = queryOptions({
  ...all,
  select: (platforms) => platforms.filter((platform): platform is PlatformRecord => platform.problem === null),
});

/** Adapters that were named and cannot be used. */
export const brokenPlatformsQuery = queryOptions({
  ...all,
  select: (platforms) => platforms.filter((platform): platform is BrokenPlatformRecord => platform.problem !== null),
});

/** One adapter; undefined while it is on its way, and where it is not installed any more. */
export function usePlatform(id: string | undefined): PlatformRecord | undefined {
  const { data } = useQuery(platformsQuery);
  return data?.find((platform) => platform.id === id);
}
