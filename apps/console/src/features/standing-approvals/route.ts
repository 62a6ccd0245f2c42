import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { oneOf, search } from '../../lib/search.js';
import { shellRoute } from '../../routes/shell-route.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/standing-approvals',
  validateSearch: search({
    /** The active ones when left out. */
    state: oneOf('ended', 'all'),
  }),
  component: lazyPage(() => import('./standing-approvals-page.js'), 'StandingApprovalsPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/standing-approvals/$grantId',
  component: lazyPage(() => import('./standing-approval-page.js'), 'StandingApprovalPage'),
});

export const standingApprovalRoutes = [listRoute, detailRoute] as const;
