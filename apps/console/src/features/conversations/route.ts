import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/lazy-page.js';
import { searchText } from '../../lib/search-text.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  validateSearch: z.object({
    /** Part of the channel id or the chat. */
    find: searchText,
  }),
  component: lazyPage(() => import('./conversations-page.js'), 'ConversationsPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$channelId',
  validateSearch: z.object({
    /** Part of a message. */
    q: searchText,
  }),
  component: lazyPage(() => import('./conversation.js'), 'Conversation'),
});

export const conversationRoutes = [listRoute.addChildren([detailRoute])] as const;
