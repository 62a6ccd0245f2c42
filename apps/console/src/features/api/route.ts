import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { search, text } from '../../lib/search.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api',
  validateSearch: search({ q: text }),
  component: lazyPage(() => import('./api-page.js'), 'ApiPage'),
});

/** `introduction`, `signatures`, or the id of an operation. */
const topicRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$topic',
  component: lazyPage(() => import('./topic-page.js'), 'TopicPage'),
});

export const apiRoute = listRoute.addChildren([topicRoute]);
