import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';

export const retentionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/retention',
  component: lazyPage(() => import('./retention-page.js'), 'RetentionPage'),
});
