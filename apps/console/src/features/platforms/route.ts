import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';

export const platformsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/platforms',
  validateSearch: z.object({
    /** The platform whose details are shown. */
    id: z.string().min(1).optional().catch(undefined),
  }),
  component: lazyPage(() => import('./platforms-page.js'), 'PlatformsPage'),
});
