import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { oneOf, search } from '../../lib/search.js';

const validateSearch = search({
  /** 24 hours when left out. */
  window: oneOf('1h', '7d'),
});

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/receivers',
  validateSearch,
  component: lazyPage(() => import('./receivers-page.js'), 'ReceiversPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/receivers/$receiverId',
  validateSearch,
  component: lazyPage(() => import('./receiver-page.js'), 'ReceiverPage'),
});

export const receiverRoutes = [listRoute, detailRoute] as const;
