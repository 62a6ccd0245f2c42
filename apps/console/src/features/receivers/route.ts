import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';

const validateSearch = z.object({
  /** 24 hours when left out. */
  window: z.enum(['1h', '7d']).optional().catch(undefined),
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
