import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.js';
import { shellRoute } from '../../routes/shell-route.js';

export const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  component: lazyPage(() => import('./rules-page.js'), 'RulesPage'),
});
