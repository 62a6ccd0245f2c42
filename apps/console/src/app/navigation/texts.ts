import { catalogue } from '../../lib/language/language.js';

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
    rules: 'Rules',
    standingApprovals: 'Standing approvals',
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
    /** After the number of prompts, for screen readers. */
    pending: 'pending',
  },
  account: {
    page: 'Account and sessions',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
  },
  live: {
    title: 'Live updates',
    connecting: 'Connecting',
    live: 'Live',
    lost: 'Disconnected',
  },
};

export const t = catalogue('app/navigation', english);
