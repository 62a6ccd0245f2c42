import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { flag, search, text } from '../../lib/search.js';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  validateSearch: search({
    /** Part of the channel id or the chat. */
    find: text,
    /** Only conversations that wait for a reply. */
    waiting: flag,
  }),
  component: lazyPage(() => import('./conversations-page.js'), 'ConversationsPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$channelId',
  validateSearch: search({
    /** Part of a message. */
    q: text,
    /** The id of the message around which the conversation is shown; without it, the newest ones are. */
    at: text,
  }),
  component: lazyPage(() => import('./conversation.js'), 'Conversation'),
});

export const conversationRoutes = [listRoute.addChildren([detailRoute])] as const;
