import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { flag, position, search } from '../../lib/search.js';
import { promptFilter } from './list/filter.js';

const validateSearch = search({
  ...promptFilter,
  /** The dialog that creates a prompt is open. */
  ask: flag,
});

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/prompts',
  validateSearch,
  beforeLoad: ({ context: { queryClient }, search, preload }) => {
    // A pointer that passes over links must not search prompts.
    if (preload) return;
    // The component reports a file that does not load.
    void import('./prompts-page.js').then(({ prefetch }) => prefetch(queryClient, search)).catch(() => {});
  },
  component: lazyPage(() => import('./prompts-page.js'), 'PromptsPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$num',
  validateSearch: search({
    /** The position of the answer that is chosen at first, from 1. Notifications link to it. */
    choose: position,
  }),
  component: lazyPage(() => import('./prompt-detail.js'), 'PromptDetail'),
});

export const promptRoutes = [listRoute.addChildren([detailRoute])] as const;
