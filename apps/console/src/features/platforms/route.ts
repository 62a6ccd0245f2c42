import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { search, text } from '../../lib/search.js';

export const platformsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/platforms',
  validateSearch: search({
    /** The platform whose details are shown. */
    id: text,
  }),
  component: lazyPage(() => import('./platforms-page.js'), 'PlatformsPage'),
});
