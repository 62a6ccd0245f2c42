import type { StatisticsWindow } from '@gateway/contract';
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { flag, oneOf, search } from '../../lib/search.js';

const validateSearch = search({
  /** The last 24 hours when left out. */
  window: oneOf('7d', '30d'),
  /** The simulated chat is open. */
  try: flag,
});

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch,
  // Loaded before the first render, because the setup steps at the top would otherwise shift the page.
  loaderDeps: ({ search }): { window: StatisticsWindow } => ({ window: search.window ?? '24h' }),
  loader: async ({ context: { queryClient }, deps: { window } }) => {
    const { firstChannelsQuery, firstKeysQuery, promptStatisticsQuery, recentPromptsQuery, statisticsQuery } =
      await import('./overview-page.js');
    // The page shows placeholders until these arrive.
    void queryClient.prefetchQuery(statisticsQuery(window));
    void queryClient.prefetchQuery(promptStatisticsQuery(window));
    await Promise.allSettled([
      queryClient.ensureQueryData(firstChannelsQuery),
      queryClient.ensureQueryData(recentPromptsQuery),
      queryClient.ensureQueryData(firstKeysQuery),
    ]);
  },
  component: lazyPage(() => import('./overview-page.js'), 'OverviewPage'),
});
