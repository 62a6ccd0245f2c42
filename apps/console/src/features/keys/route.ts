import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { flag, search } from '../../lib/search.js';

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: search({
    /** Include revoked and expired keys. */
    all: flag,
    /** The dialog that creates a key is open. */
    create: flag,
  }),
  component: lazyPage(() => import('./keys-page.js'), 'KeysPage'),
});
