import { SlackError } from '../errors.js';
import * as chat from './chat.js';
import * as conversations from './conversations.js';
import * as files from './files.js';
import type { Method } from './method.js';

const authTest: Method = {
  scope: null,
  run: ({ state: { team, app } }) => ({
    url: `https://${team.domain}.slack.com/`,
    team: team.name,
    user: app.user.name,
    team_id: team.id,
    user_id: app.user.id,
    bot_id: app.botId,
    is_enterprise_install: false,
  }),
};

const usersInfo: Method = {
  scope: 'users:read',
  run({ state, params }) {
    const user = state.users.get(params.required('user'));
    if (!user) throw new SlackError('user_not_found');
    return { user };
  },
};

const openView: Method = {
  scope: null,
  run: ({ modals, params }) => ({ view: modals.open(params.required('trigger_id'), params.json('view')) }),
};

const openConnection: Method = { scope: null, token: 'app', run: ({ openSocket }) => ({ url: openSocket() }) };

/** The simulated methods by their official names. */
export const METHODS: Readonly<Record<string, Method>> = {
  'apps.connections.open': openConnection,
  'auth.test': authTest,
  'chat.delete': chat.remove,
  'chat.postEphemeral': chat.postEphemeral,
  'chat.postMessage': chat.postMessage,
  'chat.update': chat.update,
  'conversations.history': conversations.history,
  'conversations.info': conversations.info,
  'conversations.open': conversations.open,
  'conversations.replies': conversations.replies,
  'files.completeUploadExternal': files.completeUploadExternal,
  'files.delete': files.remove,
  'files.info': files.info,
  'files.getUploadURLExternal': files.getUploadURLExternal,
  'users.conversations': conversations.ofApp,
  'users.info': usersInfo,
  'views.open': openView,
};
