import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: z.object({
    /** Include revoked and expired keys. */
    all: z.boolean().optional().catch(undefined),
    /** The dialog that creates a key is open. */
    create: z.boolean().optional().catch(undefined),
  }),
  component: lazyPage(() => import('./keys-page.js'), 'KeysPage'),
});
