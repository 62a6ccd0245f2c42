import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { searchText } from '../../lib/search-text.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/prompts',
  validateSearch: z.object({
    /** Pending ones when left out; `waiting`: those of them that wait for the operator. */
    state: z.enum(['waiting', 'answered', 'expired', 'all']).optional().catch(undefined),
    channel: searchText,
    correlation: searchText,
    q: searchText,
    /** The dialog that creates a prompt is open. */
    ask: z.boolean().optional().catch(undefined),
  }),
  component: lazyPage(() => import('./prompts-page.js'), 'PromptsPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$num',
  validateSearch: z.object({
    /** The position of the answer that is chosen at first, from 1. Notifications link to it. */
    choose: z.coerce.number().int().positive().optional().catch(undefined),
  }),
  component: lazyPage(() => import('./prompt-detail.js'), 'PromptDetail'),
});

export const promptRoutes = [listRoute.addChildren([detailRoute])] as const;
