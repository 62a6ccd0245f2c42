import { catalogue } from './language.js';

export const t = catalogue('lib', {
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
  enterValue: 'Enter a value.',
  chooseValue: 'Choose one of the values.',
  enterEmail: 'Enter an e-mail address, such as ada@example.com.',
  enterUrl: 'Enter a URL, such as https://agent.example.com/events.',
  tooShort: (least: string) => `Enter at least ${least} ${least === '1' ? 'character' : 'characters'}.`,
  tooLong: (most: string) => `Enter at most ${most} ${most === '1' ? 'character' : 'characters'}.`,
  tooFew: (least: string) => `Choose at least ${least}.`,
  tooMany: (most: string) => `Choose at most ${most}.`,
  tooSmall: (least: string) => `Enter a number of at least ${least}.`,
  tooLarge: (most: string) => `Enter a number of at most ${most}.`,
});
