import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { searchText } from '../../lib/search-text.js';

const day = z.iso.date().optional().catch(undefined);

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: z.object({
    action: searchText,
    /** Id of a key or an operator. */
    actor: searchText,
    /** Id of the changed resource. */
    resource: searchText,
    /** The first and the last day, in the time zone of the console. */
    from: day,
    to: day,
  }),
  component: lazyPage(() => import('./audit-page.js'), 'AuditPage'),
});
