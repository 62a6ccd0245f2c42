import { counted } from '../../counted.js';
import { catalogue } from '../language.js';

/** Texts of the modules in `lib` that the first view does not need. */
export const t = catalogue('lib/language/page-texts', {
  values: {
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
  },
  weakPassword: {
    common: 'This is one of the most used passwords. Use a few random words.',
    repeated: 'This password repeats a few characters. Use a few random words.',
    sequence: 'This password is mostly a sequence of neighbouring keys, letters or digits. Use a few random words.',
    known_words:
      'This password is mostly a word that others try first, such as your name, your e-mail address or the name of this product. Use a few random words.',
  },
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
  policy: {
    seconds: (count: number) => counted(count, 'second', 'seconds'),
    minutes: (count: number) => counted(count, 'minute', 'minutes'),
    hours: (count: number) => counted(count, 'hour', 'hours'),
    days: (count: number) => counted(count, 'day', 'days'),
    approvals: (count: number) =>
      count === 1
        ? '1 person must approve or choose an option.'
        : `${count} people must approve or choose the same option.`,
    rejections: (count: number) => (count === 1 ? '1 person can reject.' : `${count} people can reject together.`),
    noRequester: 'The person for whom the agent acts may not answer.',
    after: (time: string, step: string) => `After ${time} without a decision: ${step}.`,
    pause: (time: string) => `While somebody has the prompt, a step waits for ${time} at most.`,
    reminder: 'a reminder is posted as a reply to the prompt',
    posted: (channels: string) => `the prompt is also posted in ${channels}`,
    postedAndOpened: (channels: string, approvers: string) =>
      `the prompt is also posted in ${channels}, and these may answer as well: ${approvers}`,
    expires: 'Without a decision in time, the prompt expires.',
    answers: (option: string) => `Without a decision in time, the prompt is answered with “${option}”.`,
    approves: 'Without a decision in time, the prompt is approved.',
    rejects: 'Without a decision in time, the prompt is rejected.',
  },
  promptBadge: {
    pending: 'Pending',
    answered: 'Answered',
    takenBack: 'Taken back',
    ttl: 'Expired',
    cancelled: 'Cancelled',
    undeliverable: 'Not delivered',
  },
  snippets: {
    text: 'Deploy version 42?',
    options: ['Deploy', 'Wait'],
    curl: 'Creates a prompt, then waits up to 50 seconds for the answer. Replace 12 with the number in prompt_id of the first response.',
    typescript: 'Uses fetch only. Keep the key in the environment variable GATEWAY_API_KEY.',
    n8n: 'Copy it and paste it into a workflow. One node creates the prompt, one waits for the answer, and one checks that the answer belongs to this prompt. Use a different suffix than approval for each further prompt.',
  },
  deliveryStates: { pending: 'In queue', delivered: 'Delivered', dead: 'Failed' },
  receiverStates: { paused: 'Paused', ok: 'Healthy', lastFailed: 'Last attempt failed', failing: 'Failing' },
  actors: {
    you: 'You',
    operator: 'an operator',
    formerOperator: 'a former operator',
    apiKey: 'an API key',
    key: (name: string) => `key “${name}”`,
    keyById: (id: string) => `key ${id}`,
  },
});
