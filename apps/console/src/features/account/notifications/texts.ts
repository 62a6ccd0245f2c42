import { catalogue } from '../../../lib/language/language.js';

export const t = catalogue('features/account/notifications', {
  title: 'Notifications',
  help: 'A notification shows the prompt and opens it, even while the console is closed.',
  turnOn: 'Turn on in this browser',
  turnOff: 'Turn off in this browser',
  onlyMine: 'Only prompts waiting for me',
  onlyMineHelp: 'Otherwise you are notified of all pending prompts.',
  alerts: 'Problems of the gateway',
  alertsHelp:
    'You are also notified when a channel or a receiver fails, an API key ends soon or the disk is almost full, and when it is over.',
  channels: 'Only in these channels (none: all channels)',
  sound: 'Sound',
  soundHelp: 'Plays two short tones when a prompt arrives while the console is open. Applies to this browser only.',
  devices: {
    label: 'Browsers with notifications',
    thisBrowser: 'This browser',
    notNotified: 'Added {added}, nothing sent yet',
    notified: 'Added {added}, last notified {notified}',
    test: 'Send test',
    testTo: (browser: string) => `Send test to ${browser}`,
    testSent: 'Test sent.',
    remove: 'Remove',
    removeNamed: (browser: string) => `Remove ${browser}`,
  },
  quietHours: {
    title: 'Quiet hours',
    help: 'No notifications during this time. Afterwards you are notified of the prompts that are still pending.',
    from: 'From',
    to: 'To',
    equal: 'Choose two different times',
    noChanges: 'There are no changes to save',
    save: 'Save',
    zone: (zone: string) => `Time zone: ${zone}`,
  },
});
