import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { flag, oneOf, position, search, text } from '../../lib/search.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/prompts',
  validateSearch: search({
    /** Pending ones when left out; `waiting`: those of them that wait for the operator. */
    state: oneOf('waiting', 'answered', 'expired', 'all'),
    channel: text,
    correlation: text,
    q: text,
    /** The dialog that creates a prompt is open. */
    ask: flag,
  }),
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
