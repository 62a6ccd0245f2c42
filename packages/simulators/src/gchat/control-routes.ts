import { ControlError } from '@gateway/sandbox/server';
import { callRoutes } from '../common/call-control.js';
import { filesInput } from '../common/control-files.js';
import { textInput } from '../common/control-input.js';
import type { ControlInput, ControlRoutes } from '../common/control.js';
import type { FilesOptions, GchatSimulator, PressOptions, SubmitOptions, TextOptions } from './simulator-types.js';
import type { GchatState } from './state.js';

/** The simulator's functions over HTTP. `user` is a user's name (`users/…`). */
export function controlRoutes(
  simulator: Omit<GchatSimulator, 'url' | 'endpoints' | 'serviceAccountJson' | 'close'>,
  state: GchatState,
): ControlRoutes {
  const withUser = ({ user, ...input }: ControlInput): object => {
    if (user === undefined) return input;
    const person = state.users.get(textInput(user, 'user'));
    if (!person) throw new ControlError(`No user ${textInput(user, 'user')}`, 404);
    return { ...input, user: person };
  };
  return {
    'GET /state': () => ({
      spaces: [...state.spaceStates.values()].map(({ space, isMember, messages }) => ({
        space,
        isMember,
        messages: messages.size,
      })),
      users: [...state.users.values()],
    }),
    ...callRoutes(simulator),
    'GET /messages': ({ space }) => simulator.messages(textInput(space, 'space')),
    'GET /events': () => simulator.events(),
    'POST /press': (input) => simulator.press(withUser(input) as PressOptions),
    'GET /dialog': ({ user }) => ({ dialog: simulator.dialog((withUser({ user }) as SubmitOptions).user) }),
    'POST /submit': (input) => simulator.submit(withUser(input) as SubmitOptions),
    'POST /text': (input) => simulator.writeText(withUser(input) as TextOptions),
    'POST /files': (input) => simulator.sendFiles({ ...(withUser(input) as FilesOptions), files: filesInput(input) }),
    'POST /redeliver': () => simulator.redeliver(),
    'POST /settings': (input) => simulator.configure(input),
    'POST /users': ({ displayName }) => simulator.addUser(textInput(displayName, 'displayName')),
    'POST /spaces': ({ displayName }) =>
      simulator.addSpace(displayName === undefined ? undefined : textInput(displayName, 'displayName')),
    'POST /remove': ({ space }) => simulator.removeApp(textInput(space, 'space')),
    'POST /revoke': () => simulator.revokeKey(),
  };
}
