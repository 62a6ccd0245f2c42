import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';

export const apiRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api',
  validateSearch: z.object({
    /** The reference when left out. */
    view: z.enum(['signatures']).optional().catch(undefined),
  }),
  component: lazyPage(() => import('./api-page.js'), 'ApiPage'),
});
