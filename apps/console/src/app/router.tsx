import { createRouter } from '@tanstack/react-router';
import { SkeletonRows } from '../components/ui/list/states.js';
import { accountRoute } from '../features/account/route.js';
import { apiRoutes } from '../features/api/route.js';
import { auditRoute } from '../features/audit/route.js';
import { channelRoutes } from '../features/channels/route.js';
import { conversationRoutes } from '../features/conversations/route.js';
import { deliveriesRoute } from '../features/deliveries/route.js';
import { healthRoute } from '../features/health/route.js';
import { keysRoute } from '../features/keys/route.js';
import { loginRoutes } from '../features/login/route.js';
import { operatorsRoute } from '../features/operators/route.js';
import { overviewRoute } from '../features/overview/route.js';
import { peopleRoute } from '../features/people/route.js';
import { platformsRoute } from '../features/platforms/route.js';
import { policiesRoute } from '../features/policies/route.js';
import { promptRoutes } from '../features/prompts/route.js';
import { receiverRoutes } from '../features/receivers/route.js';
import { retentionRoute } from '../features/retention/route.js';
import { rulesRoute } from '../features/rules/route.js';
import { standingApprovalRoutes } from '../features/standing-approvals/route.js';
import { lazyPage } from '../lib/load/lazy-page.js';
import { queryClient } from '../lib/live/query-client.js';
import { rootRoute } from '../routes/root-route.js';
import { shellRoute } from '../routes/shell-route.js';
import { PageFailure, Root } from './root.js';
import { Shell } from './shell.js';

// The components are set here, so that features can import the base routes without importing the app.
rootRoute.update({ component: Root, notFoundComponent: lazyPage(() => import('./deferred/not-found.js'), 'NotFound') });
shellRoute.update({ component: Shell });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...loginRoutes,
    shellRoute.addChildren([
      overviewRoute,
      ...promptRoutes,
      ...conversationRoutes,
      ...channelRoutes,
      deliveriesRoute,
      ...receiverRoutes,
      keysRoute,
      retentionRoute,
      auditRoute,
      operatorsRoute,
      accountRoute,
      peopleRoute,
      policiesRoute,
      rulesRoute,
      ...standingApprovalRoutes,
      platformsRoute,
      healthRoute,
      ...apiRoutes,
    ]),
  ]),
  basepath: '/console',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingComponent: () => <SkeletonRows />,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
