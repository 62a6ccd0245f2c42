import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { flag, oneOf, search, text } from '../../lib/search.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels',
  validateSearch: search({
    q: text,
    /** All when left out. */
    state: oneOf('active', 'ok', 'failing', 'unknown', 'inactive'),
    platform: text,
    type: oneOf('PROMPT', 'MESSAGE'),
    /** The column that the table is sorted by: see `DataTable`. */
    sort: text,
  }),
  component: lazyPage(() => import('./channels-page.js'), 'ChannelsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/+new',
  validateSearch: search({
    platform: text,
    /** The platform step when left out. */
    step: oneOf('guide', 'connect', 'answers'),
  }),
  component: lazyPage(() => import('./wizard/wizard-page.js'), 'WizardPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$channelId',
  validateSearch: search({
    /** The channel was just created: wait for its first event. */
    created: flag,
  }),
  component: lazyPage(() => import('./detail/channel-page.js'), 'ChannelPage'),
});

export const channelRoutes = [listRoute, newRoute, detailRoute] as const;
