import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { searchText } from '../../lib/search-text.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api',
  validateSearch: z.object({ q: searchText }),
  component: lazyPage(() => import('./api-page.js'), 'ApiPage'),
});

/** `introduction`, `signatures`, or the id of an operation. */
const topicRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$topic',
  component: lazyPage(() => import('./topic-page.js'), 'TopicPage'),
});

export const apiRoute = listRoute.addChildren([topicRoute]);
