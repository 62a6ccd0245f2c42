import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';

export const healthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/health',
  component: lazyPage(() => import('./health-page.js'), 'HealthPage'),
});
