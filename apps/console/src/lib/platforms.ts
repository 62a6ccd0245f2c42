import { listPlatforms, type PlatformRecord } from '@gateway/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api.js';

/** The loaded adapters, with all that their forms need. They change with a restart only. */
export const platformsQuery = queryOptions({
  queryKey: ['platforms', 'list'],
  queryFn: ({ signal }) => call(listPlatforms, {}, { signal }),
  staleTime: 600_000,
});

/** One adapter; undefined while it is on its way, and where it is not installed any more. */
export function usePlatform(id: string | undefined): PlatformRecord | undefined {
  const { data } = useQuery(platformsQuery);
  return data?.find((platform) => platform.id === id);
}
