import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operators',
  component: lazyPage(() => import('./operators-page.js'), 'OperatorsPage'),
});
