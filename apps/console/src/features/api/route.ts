import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { search, text } from '../../lib/search.js';

const referenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api',
  validateSearch: search({ q: text }),
  component: lazyPage(() => import('./api-page.js'), 'ApiPage'),
});

/** The operation that is open on the page of the parent. */
const operationRoute = createRoute({ getParentRoute: () => referenceRoute, path: '/$operation' });

const signaturesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api/signatures',
  component: lazyPage(() => import('./signatures.js'), 'SignaturesPage'),
});

export const apiRoutes = [referenceRoute.addChildren([operationRoute]), signaturesRoute];
