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
  now: 'now',
  ms: 'ms',
  s: 's',
  min: 'min',
  h: 'h',
  d: 'd',
  withRequestId: (reason: string, id: string) => `${reason} request_id: ${id}`,
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
  roles: { owner: 'Owner', operator: 'Operator', viewer: 'Viewer' },
  passkeys: {
    cancelled: 'No passkey was used: the browser dialog was closed or timed out. Try again.',
    onThisDevice: 'This device already has one of your passkeys.',
    failed: 'The browser could not use a passkey. Try another browser or device.',
    notSupported: 'This browser does not support passkeys. Use a newer one.',
    ipAddress:
      'Passkeys need a host name, and you opened the console at an IP address. Open it at the host name of the machine, over https.',
    notHttps: 'Passkeys need https, and you opened the console over http.',
    otherAddress: (url: string | null) =>
      `Passkeys work at one address only. To use them, open the console at ${url ?? 'its public address'}.`,
    passwordsOff: 'Operators sign in with the OpenID provider only.',
  },
  push: {
    needsHttps:
      'Notifications need https. Open the console at its https address, or on the machine of the gateway at http://localhost.',
    homeScreen:
      'On an iPhone or iPad, add the console to the home screen first: tap Share, then Add to Home Screen. Then open it from there.',
    notSupported:
      'This browser, or this private window, does not support notifications. Use a current version of Chrome, Edge, Firefox or Safari.',
    blocked:
      'This browser blocks notifications from the console. Allow them in the site settings next to the address, then reload the page.',
    notAllowed: 'Notifications were not allowed in the browser dialog.',
  },
  userAgent: {
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: 'Unknown browser',
  },
});
