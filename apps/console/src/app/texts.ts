import { catalogue } from '../lib/language.js';

/** Also the words by which the palette finds a page in another language. */
export const english = {
  groups: { inbox: 'Inbox', configure: 'Configure', monitor: 'Monitor' },
  pages: {
    overview: 'Overview',
    prompts: 'Prompts',
    conversations: 'Conversations',
    channels: 'Channels',
    deliveries: 'Deliveries',
    people: 'People',
    policies: 'Policies',
    keys: 'API keys',
    retention: 'Retention',
    operators: 'Operators',
    platforms: 'Platforms',
    audit: 'Audit log',
    health: 'Health',
    api: 'API',
  },
  navigation: {
    all: 'Pages',
    main: 'Main pages',
    search: 'Search',
    more: 'More',
    skip: 'Skip to content',
    /** After the number of prompts, for screen readers. */
    pending: 'pending',
  },
  live: {
    title: 'Live updates',
    connecting: 'Connecting',
    live: 'Live',
    lost: 'Disconnected',
    outage: (since: string) =>
      `The gateway is not responding. Showing data from ${since}. It refreshes when the gateway is back.`,
  },
  account: {
    page: 'Account and sessions',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search and commands',
    help: 'Show keyboard shortcuts',
    prompts: 'Go to Prompts',
    channels: 'Go to Channels',
    deliveries: 'Go to Deliveries',
  },
  toasts: { list: 'Notifications', close: 'Close the notification' },
  notFound: {
    title: 'Page not found',
    help: 'Check the address. The record may have been deleted.',
    link: 'Go to the overview',
  },
};

export const t = catalogue('app', english);
