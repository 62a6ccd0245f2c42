import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { search } from '../../lib/search.js';
import { auditFilter } from './filter.js';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: search(auditFilter),
  component: lazyPage(() => import('./audit-page.js'), 'AuditPage'),
});
