import type { SettingsPatch } from '@gateway/contract';
import { getSettings, previewSettings } from '@gateway/contract/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'detail'],
  queryFn: ({ signal }) => call(getSettings, {}, { signal }),
});

/** The effect of a change, and the result of the last run. */
export function previewQuery(patch: SettingsPatch) {
  return queryOptions({
    queryKey: ['settings', 'preview', patch],
    queryFn: ({ signal }) => call(previewSettings, { body: patch }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    gcTime: 60_000,
  });
}
