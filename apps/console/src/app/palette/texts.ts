import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';

/** Also the words by which an action is found in another language. */
export const english = {
  title: 'Search and commands',
  placeholder: 'Search, or type #12',
  close: 'Close',
  results: 'Results',
  recent: 'Recent',
  actionsGroup: 'Actions',
  pagesGroup: 'Pages',
  viewsGroup: 'Saved views',
  exact: 'Exact matches',
  messages: 'Messages',
  groups: 'Groups',
  searching: 'Searching…',
  count: (count: number) => counted(count, 'result', 'results'),
  failed: (reason: string) => `The records could not be searched. ${reason}`,
  nothingForShort: 'Nothing found. A text of fewer than three characters is only searched in the newest records.',
  nothing: 'Nothing found. Search for #12, a correlation id, or a part of a question, an answer, a message or a name.',
  states: {
    prompt: { pending: 'Pending', answered: 'Answered', expired: 'Expired' },
    delivery: { pending: 'In queue', delivered: 'Delivered', dead: 'Failed' },
    channel: { inactive: 'Inactive' },
    key: { revoked: 'Revoked', expired: 'Expired' },
  },
  /** `words`: more words by which the action is found. */
  actions: {
    newPrompt: { label: 'New prompt', words: 'ask question create' },
    addChannel: { label: 'Add channel', words: 'connect new create' },
    createKey: { label: 'Create API key', words: 'new token' },
    light: { label: 'Use the light theme', words: 'toggle bright mode' },
    dark: { label: 'Use the dark theme', words: 'toggle night mode' },
    system: { label: 'Use the theme of the system', words: 'toggle' },
    account: {
      label: 'Account and sessions',
      words: 'password language settings profile passkey second factor notifications',
    },
    signOut: { label: 'Sign out', words: 'log out logout leave' },
  },
};

export const t = catalogue('app/palette', english);
