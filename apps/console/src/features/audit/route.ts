import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { day, search, text } from '../../lib/search.js';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: search({
    action: text,
    /** Id of a key or an operator. */
    actor: text,
    /** Id of the changed resource. */
    resource: text,
    /** The first and the last day, in the time zone of the console. */
    from: day,
    to: day,
  }),
  component: lazyPage(() => import('./audit-page.js'), 'AuditPage'),
});
