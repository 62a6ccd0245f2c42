import { createRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../lib/session/session.js';
import { rootRoute } from './root-route.js';

/** Parent of every page that requires a signed-in operator. `app/router` sets its component. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    const { state } = await context.queryClient.ensureQueryData(sessionQuery);
    if (state === 'setup') redirect({ throw: true, to: '/setup' });
    if (state === 'signed_out') redirect({ throw: true, to: '/login', search: { returnTo: location.href } });
  },
});
