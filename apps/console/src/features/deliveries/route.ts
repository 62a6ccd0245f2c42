import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { searchText } from '../../lib/search-text.js';

export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: z.object({
    state: z.enum(['pending', 'delivered', 'dead']).optional().catch(undefined),
    channel: searchText,
    /** `#12` or `12`. */
    prompt: searchText,
    event: searchText,
    /** The delivery whose details are open. */
    id: searchText,
  }),
  component: lazyPage(() => import('./deliveries-page.js'), 'DeliveriesPage'),
});
