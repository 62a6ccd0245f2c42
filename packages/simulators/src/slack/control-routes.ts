import { callRoutes } from '../common/call-control.js';
import { filesInput } from '../common/control-files.js';
import { requiredInput, textInput } from '../common/control-input.js';
import type { ControlRoutes } from '../common/control.js';
import type {
  CommandOptions,
  FilesOptions,
  PressOptions,
  SlackSimulator,
  SubmitOptions,
  TextOptions,
} from './simulator-types.js';
import type { SlackState } from './state.js';

/** The simulator's functions over HTTP. */
export function controlRoutes(simulator: Omit<SlackSimulator, 'url' | 'close'>, state: SlackState): ControlRoutes {
  return {
    'GET /state': () => ({
      team: state.team,
      app: {
        ...simulator.app,
        scopes: [...state.app.scopes],
        revoked: state.app.revoked,
        sockets: simulator.sockets(),
      },
      users: [...state.users.values()],
      channels: [...state.channels.values()].map((channel) =>
        Object.assign({}, channel, { members: [...channel.members] }),
      ),
    }),
    'GET /credentials': () => ({
      bot_token: simulator.botToken,
      signing_secret: simulator.signingSecret,
      app_token: simulator.appToken,
    }),
    ...callRoutes(simulator),
    'GET /messages': ({ channel }) => simulator.messages(textInput(channel, 'channel')),
    'GET /notices': ({ user }) => simulator.notices(optional(user, 'user')),
    'GET /events': () => simulator.events(),
    'POST /press': (input) => simulator.press(requiredInput(input, 'channel', 'button') as unknown as PressOptions),
    'GET /modal': ({ user }) => ({ modal: simulator.modal(textInput(user, 'user')) }),
    'POST /submit': (input) => simulator.submit(requiredInput(input, 'user', 'values') as unknown as SubmitOptions),
    'POST /command': (input) =>
      simulator.command(requiredInput(input, 'channel', 'command') as unknown as CommandOptions),
    'POST /text': (input) => simulator.writeText(requiredInput(input, 'channel', 'text') as unknown as TextOptions),
    'POST /files': (input) =>
      simulator.sendFiles({
        ...(requiredInput(input, 'channel') as unknown as FilesOptions),
        files: filesInput(input),
      }),
    'POST /redeliver': async ({ event }) => ({ ok: await simulator.redeliver(textInput(event, 'event')) }),
    'POST /request-url': ({ url }) => simulator.setRequestUrl(url === null ? null : textInput(url, 'url')),
    'POST /users': (input) => simulator.addUser(input),
    'POST /channels': (input) => simulator.addChannel(input),
    'POST /directs': ({ user }) => simulator.openDirect(textInput(user, 'user')),
    'POST /invite': ({ channel, user }) => simulator.invite(textInput(channel, 'channel'), optional(user, 'user')),
    'POST /kick': ({ channel }) => simulator.kickApp(textInput(channel, 'channel')),
    'POST /archive': ({ channel }) => simulator.archive(textInput(channel, 'channel')),
    'POST /revoke': () => simulator.revokeToken(),
    'POST /sockets/refresh': () => simulator.refreshSockets(),
    'POST /sockets/drop': () => simulator.dropSockets(),
  };
}

function optional(value: unknown, name: string): string | undefined {
  return value === undefined ? undefined : textInput(value, name);
}
