import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../routes/root-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { sessionQuery } from '../../lib/session/session.js';
import { flag, path, search } from '../../lib/search.js';

const validateSearch = search({
  /** A path of the console. Other values are ignored. */
  returnTo: path,
  /** The session ended while a page was open. */
  ended: flag,
  /** The operator has just signed out. */
  out: flag,
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch,
  beforeLoad: async ({ context }) => {
    const { state } = await context.queryClient.ensureQueryData(sessionQuery);
    if (state === 'setup') redirect({ throw: true, to: '/setup' });
    if (state === 'signed_in') redirect({ throw: true, to: '/' });
  },
  component: lazyPage(() => import('./login-page.js'), 'LoginPage'),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: async ({ context }) => {
    const { state } = await context.queryClient.ensureQueryData(sessionQuery);
    if (state !== 'setup') redirect({ throw: true, to: '/' });
  },
  component: lazyPage(() => import('./setup-page.js'), 'SetupPage'),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite',
  component: lazyPage(() => import('./invite-page.js'), 'InvitePage'),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: lazyPage(() => import('./reset-page.js'), 'ResetPage'),
});

/** The pages that need no session. */
export const loginRoutes = [loginRoute, setupRoute, inviteRoute, resetRoute] as const;
