import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { searchText } from '../../lib/search-text.js';
import { deliveryFilter } from './filter.js';

export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: deliveryFilter.extend({
    /** The delivery whose details are open. */
    id: searchText,
  }),
  component: lazyPage(() => import('./deliveries-page.js'), 'DeliveriesPage'),
});
