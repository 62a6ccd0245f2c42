import type { ViewPage } from '@gateway/contract';
import { listSavedViews, viewPages } from '@gateway/contract/values';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../lib/api.js';
import { useHasBeenIdle } from '../../lib/load/when-idle.js';
import type { ViewFilter } from './filters.js';

// Not `export … from`: the build takes only what is imported from the contract without its schemas.
export { viewPages };

/** The operator's saved views of all pages, oldest first. */
const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call(listSavedViews, {}, { signal }),
  refetchOnWindowFocus: 'always',
});

/** The query of the saved views. It is read again when the window gets the focus: another window or device may have changed them. */
export function useViews() {
  const client = useQueryClient();
  useEffect(() => {
    // The query itself only notices that a hidden window becomes visible.
    const refresh = () => void client.invalidateQueries(viewsQuery, { cancelRefetch: false });
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, [client]);
  return useQuery({ ...viewsQuery, enabled: useHasBeenIdle() });
}

/** The page with a filter. */
export const targetOf = (page: ViewPage, filter: ViewFilter): Pick<LinkProps, 'to' | 'search'> => ({
  to: `/${page}`,
  search: filter,
});
