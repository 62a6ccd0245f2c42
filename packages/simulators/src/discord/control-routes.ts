import { ControlError } from '@gateway/sandbox/server';
import type { ControlInput, ControlRoutes } from '../common/control.js';
import type { DiscordSimulator, PressOptions, TextOptions } from './simulator-types.js';
import type { Access } from './types.js';
import type { DiscordState } from './state.js';

/** The simulator's functions over HTTP. */
export function controlRoutes(simulator: Omit<DiscordSimulator, 'url' | 'close'>, state: DiscordState): ControlRoutes {
  return {
    'GET /state': () => ({
      bots: [...state.bots.values()].map(({ user, interactionsUrl, hasMessageContent, isRevoked, token }) => ({
        user,
        interactions_url: interactionsUrl,
        message_content: hasMessageContent,
        revoked: isRevoked,
        connected: simulator.connected(token),
      })),
      users: [...state.users.values()],
      channels: [...state.channelStates.values()].map(({ channel }) => channel),
    }),
    'GET /messages': ({ channel }) =>
      simulator.messages(channel === undefined ? {} : { channel: text(channel, 'channel') }),
    'GET /calls': ({ method }) => simulator.calls(method === undefined ? {} : { method: text(method, 'method') }),
    'DELETE /calls': () => simulator.clearCalls(),
    'GET /notes': ({ user }) => simulator.privateNotes(user === undefined ? undefined : text(user, 'user')),
    'POST /press': (input) => simulator.press(required(input, 'channel', 'button') as unknown as PressOptions),
    'POST /text': (input) => simulator.writeText(required(input, 'channel', 'text') as unknown as TextOptions),
    'POST /faults': (input) => {
      const { method, ...fault } = required(input, 'method');
      simulator.failNext(text(method, 'method'), fault);
    },
    'DELETE /faults': () => simulator.clearFaults(),
    'POST /redeliver': () => simulator.redeliver(),
    'POST /users': (input) => simulator.addUser(input),
    'POST /channels': (input) => simulator.addChannel(input),
    'POST /threads': (input) => simulator.addThread(text(required(input, 'channel')['channel'], 'channel'), input),
    'POST /access': ({ channel, access }) =>
      simulator.setAccess(text(channel, 'channel'), text(access, 'access') as Access),
    'POST /interactions-url': ({ url }) => simulator.setInteractionsUrl(url === null ? null : text(url, 'url')),
    'POST /disconnect': ({ code }) => simulator.disconnect(code === undefined ? undefined : Number(code)),
    'POST /invalidate': () => simulator.invalidateSessions(),
    'POST /message-content': ({ on }) => simulator.setMessageContent(on === true),
    'POST /revoke': () => simulator.revokeToken(),
  };
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new ControlError(`${name} must be a text`);
  return value;
}

function required(input: ControlInput, ...names: string[]): ControlInput {
  for (const name of names) if (input[name] === undefined) throw new ControlError(`${name} is missing`);
  return input;
}
