import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('app/deferred', {
  outage: (since: string) =>
    `The gateway is not responding. Showing data from ${since}. It refreshes when the gateway is back.`,
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search and commands',
    help: 'Show keyboard shortcuts',
    page: (name: string) => `Go to ${name}`,
  },
  toasts: { list: 'Notifications', close: 'Close the notification' },
  notFound: {
    title: 'Page not found',
    help: 'Check the address. The record may have been deleted.',
    link: 'Go to the overview',
  },
});
