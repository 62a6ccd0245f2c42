import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: z.object({
    /** The last 24 hours when left out. */
    window: z.enum(['7d', '30d']).optional().catch(undefined),
    /** The simulated chat is open. */
    try: z.boolean().optional().catch(undefined),
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
