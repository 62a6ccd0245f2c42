import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { oneOf, search, text } from '../../lib/search.js';

/** 24 hours when left out. */
const window = oneOf('1h', '7d');

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/receivers',
  validateSearch: search({
    window,
    /** The column that the table is sorted by: see `DataTable`. */
    sort: text,
  }),
  component: lazyPage(() => import('./receivers-page.js'), 'ReceiversPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/receivers/$receiverId',
  validateSearch: search({ window }),
  component: lazyPage(() => import('./receiver-page.js'), 'ReceiverPage'),
});

export const receiverRoutes = [listRoute, detailRoute] as const;
