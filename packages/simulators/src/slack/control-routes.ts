import { ControlError } from '@gateway/sandbox/server';
import type { ControlInput, ControlRoutes } from '../common/control.js';
import type { PressOptions, SlackSimulator, TextOptions } from './simulator-types.js';
import type { SlackState } from './state.js';

/** The handle's functions over HTTP. */
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
    'GET /messages': ({ channel }) => simulator.messages(text(channel, 'channel')),
    'GET /notices': ({ user }) => simulator.notices(optional(user, 'user')),
    'GET /calls': ({ method }) => simulator.calls(method === undefined ? {} : { method: text(method, 'method') }),
    'DELETE /calls': () => simulator.clearCalls(),
    'GET /events': () => simulator.events(),
    'POST /press': (input) => simulator.press(required(input, 'channel', 'button') as unknown as PressOptions),
    'POST /text': (input) => simulator.writeText(required(input, 'channel', 'text') as unknown as TextOptions),
    'POST /faults': (input) => {
      const { method, ...fault } = required(input, 'method');
      simulator.failNext(text(method, 'method'), fault);
    },
    'DELETE /faults': () => simulator.clearFaults(),
    'POST /redeliver': async ({ event }) => ({ ok: await simulator.redeliver(text(event, 'event')) }),
    'POST /request-url': ({ url }) => simulator.setRequestUrl(url === null ? null : text(url, 'url')),
    'POST /users': (input) => simulator.addUser(input),
    'POST /channels': (input) => simulator.addChannel(input),
    'POST /directs': ({ user }) => simulator.openDirect(text(user, 'user')),
    'POST /invite': ({ channel, user }) => simulator.invite(text(channel, 'channel'), optional(user, 'user')),
    'POST /kick': ({ channel }) => simulator.kickApp(text(channel, 'channel')),
    'POST /archive': ({ channel }) => simulator.archive(text(channel, 'channel')),
    'POST /revoke': () => simulator.revokeToken(),
    'POST /sockets/refresh': () => simulator.refreshSockets(),
    'POST /sockets/drop': () => simulator.dropSockets(),
  };
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new ControlError(`${name} must be a text`);
  return value;
}

function optional(value: unknown, name: string): string | undefined {
  return value === undefined ? undefined : text(value, name);
}

function required(input: ControlInput, ...names: string[]): ControlInput {
  for (const name of names) if (input[name] === undefined) throw new ControlError(`${name} is missing`);
  return input;
}
