import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { shellRoute } from '../../routes/shell-route.js';

export const policiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies',
  component: lazyPage(() => import('./policies-page.js'), 'PoliciesPage'),
});
