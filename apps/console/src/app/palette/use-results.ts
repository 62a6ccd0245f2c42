import { search } from '@gateway/contract/values';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.js';
import { useDebounced } from '../../lib/forms/debounced.js';

const DEBOUNCE_MS = 150;
const EACH = '5';

/** What the server finds for a text. A request is cancelled when the text changes. */
export function useResults(text: string) {
  const q = useDebounced(text, DEBOUNCE_MS);
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search, { query: { q, limit: EACH } }, { signal }),
    enabled: q !== '',
    staleTime: 5000,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const isCurrent = q === text && !query.isPlaceholderData;
  return {
    results: text === '' ? [] : (query.data ?? []),
    error: text === '' ? null : query.error,
    /** The results are those of an earlier text. */
    isSearching: text !== '' && !(isCurrent && (query.isSuccess || query.isError)),
  };
}
