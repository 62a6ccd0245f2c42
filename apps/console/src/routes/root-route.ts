import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

/** The root of the route tree. `app/router` sets its components. */
export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()();
