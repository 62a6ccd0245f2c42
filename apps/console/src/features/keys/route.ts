import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { flag, search, text } from '../../lib/search.js';

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: search({
    /** Include revoked and expired keys. */
    all: flag,
    /** The dialog that creates a key is open. */
    create: flag,
    /** The column that the table is sorted by: see `DataTable`. */
    sort: text,
  }),
  component: lazyPage(() => import('./keys-page.js'), 'KeysPage'),
});
