import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { oneOf, search } from '../../lib/search.js';

export const apiRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api',
  validateSearch: search({
    /** The reference when left out. */
    view: oneOf('signatures'),
  }),
  component: lazyPage(() => import('./api-page.js'), 'ApiPage'),
});
