import { catalogue } from '../lib/language.js';

export const t = catalogue('components', {
  approversField: {
    add: 'Add a person or a group',
    groups: 'Groups',
    people: 'People',
    userIdLabel: (field: string) => `${field}: user id on the platform`,
    userIdPlaceholder: 'Or a user id on the platform',
    ownersOnly: 'Only owners can change approvers',
    enterUserId: 'Enter a user id first',
    addUser: 'Add user',
    remove: (name: string) => `Remove ${name}`,
  },
  channelPicker: {
    all: 'All channels',
    search: 'Search channels',
    clear: 'Clear the channel',
    inactive: 'inactive',
    searching: 'Searching…',
    noMatch: 'No matching channels',
  },
  channelsField: {
    remove: (id: string) => `Remove channel ${id}`,
  },
  healthBadge: {
    ok: 'Healthy',
    failing: 'Failing',
    unknown: 'Not verified',
    inactive: 'Inactive',
  },
  namedFields: {
    name: 'Name',
    id: 'Id',
    idHelp: 'Used by the API. It cannot be changed later.',
  },
});
