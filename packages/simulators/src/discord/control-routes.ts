import { callRoutes } from '../common/call-control.js';
import { filesInput } from '../common/control-files.js';
import { requiredInput, textInput } from '../common/control-input.js';
import type { ControlRoutes } from '../common/control.js';
import type { DiscordSimulator, FilesOptions, PressOptions, SubmitOptions, TextOptions } from './simulator-types.js';
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
    ...callRoutes(simulator),
    'GET /messages': ({ channel }) =>
      simulator.messages(channel === undefined ? {} : { channel: textInput(channel, 'channel') }),
    'GET /notes': ({ user }) => simulator.privateNotes(user === undefined ? undefined : textInput(user, 'user')),
    'POST /press': (input) => simulator.press(requiredInput(input, 'channel', 'button') as unknown as PressOptions),
    'GET /modal': ({ user }) => ({ modal: simulator.modal(textInput(user, 'user')) }),
    'POST /submit': (input) => simulator.submit(requiredInput(input, 'user', 'values') as unknown as SubmitOptions),
    'POST /text': (input) => simulator.writeText(requiredInput(input, 'channel', 'text') as unknown as TextOptions),
    'POST /files': (input) =>
      simulator.sendFiles({
        ...(requiredInput(input, 'channel') as unknown as FilesOptions),
        files: filesInput(input),
      }),
    'POST /redeliver': () => simulator.redeliver(),
    'POST /users': (input) => simulator.addUser(input),
    'POST /channels': (input) => simulator.addChannel(input),
    'POST /threads': (input) =>
      simulator.addThread(textInput(requiredInput(input, 'channel')['channel'], 'channel'), input),
    'POST /access': ({ channel, access }) =>
      simulator.setAccess(textInput(channel, 'channel'), textInput(access, 'access') as Access),
    'POST /interactions-url': ({ url }) => simulator.setInteractionsUrl(url === null ? null : textInput(url, 'url')),
    'POST /disconnect': ({ code }) => simulator.disconnect(code === undefined ? undefined : Number(code)),
    'POST /invalidate': () => simulator.invalidateSessions(),
    'POST /message-content': ({ on }) => simulator.setMessageContent(on === true),
    'POST /revoke': () => simulator.revokeToken(),
  };
}
