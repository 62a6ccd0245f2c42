import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { deliveryFilter } from './filter.js';
import { search, text } from '../../lib/search.js';

export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: search({
    ...deliveryFilter,
    /** The delivery whose details are open. */
    id: text,
  }),
  component: lazyPage(() => import('./deliveries-page.js'), 'DeliveriesPage'),
});
