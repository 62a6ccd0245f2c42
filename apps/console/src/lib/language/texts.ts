import { catalogue } from './language.js';

export const t = catalogue('lib/language', {
  product: 'Gateway',
  /** The key of the keyboard. */
  control: 'Ctrl',
  roles: { owner: 'Owner', operator: 'Operator', viewer: 'Viewer' },
  user: (id: string) => `the user ${id}`,
  group: (name: string) => `the group ${name}`,
  unreachable: 'The gateway cannot be reached. Check that it is running and that this browser is online.',
  unknownError: 'An unknown error occurred. Reload the page and try again.',
  withRequestId: (reason: string, id: string) => `${reason} request_id: ${id}`,
  now: 'now',
  ms: 'ms',
  s: 's',
  min: 'min',
  h: 'h',
  d: 'd',
});
