import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { flag, oneOf, search } from '../../lib/search.js';

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: search({
    /** The last 24 hours when left out. */
    window: oneOf('7d', '30d'),
    /** The simulated chat is open. */
    try: flag,
  }),
  // Loaded before the first render, because the setup steps at the top would otherwise shift the page.
  loader: async ({ context: { queryClient } }) => {
    const { firstChannelsQuery, firstKeysQuery, recentPromptsQuery } = await import('./queries.js');
    await Promise.allSettled([
      queryClient.ensureQueryData(firstChannelsQuery),
      queryClient.ensureQueryData(recentPromptsQuery),
      queryClient.ensureQueryData(firstKeysQuery),
    ]);
  },
  component: lazyPage(() => import('./overview-page.js'), 'OverviewPage'),
});
