import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { searchText } from '../../lib/search-text.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels',
  validateSearch: z.object({
    q: searchText,
    /** All when left out. */
    state: z.enum(['active', 'ok', 'failing', 'unknown', 'inactive']).optional().catch(undefined),
    platform: searchText,
    type: z.enum(['PROMPT', 'MESSAGE']).optional().catch(undefined),
  }),
  component: lazyPage(() => import('./channels-page.js'), 'ChannelsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/+new',
  validateSearch: z.object({
    platform: searchText,
    /** The platform step when left out. */
    step: z.enum(['guide', 'connect', 'answers']).optional().catch(undefined),
  }),
  component: lazyPage(() => import('./wizard/wizard-page.js'), 'WizardPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$channelId',
  validateSearch: z.object({
    /** The channel was just created: wait for its first event. */
    created: z.boolean().optional().catch(undefined),
  }),
  component: lazyPage(() => import('./detail/channel-page.js'), 'ChannelPage'),
});

export const channelRoutes = [listRoute, newRoute, detailRoute] as const;
