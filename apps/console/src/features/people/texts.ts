import { catalogue } from '../../lib/language/language.js';
import { formatNumber } from '../../lib/language/locale.js';

export const t = catalogue('features/people', {
  title: 'People',
  help: 'Channels, prompts and policies name people and groups as approvers: only they can answer.',
  ownersOnly: 'Only owners can change people and groups',
  add: 'Add',
  save: 'Save',
  delete: 'Delete',
  filters: {
    tab: 'People or groups',
    search: { people: 'Search name, id or account', groups: 'Search name or id' },
    group: 'Group',
    allGroups: 'All groups',
  },
  operators: {
    count: (count: number) =>
      count === 1
        ? 'One operator of the console belongs to no person.'
        : `${formatNumber(count)} operators of the console belong to no person.`,
    show: 'Link operators',
    title: 'Operators without a person',
    help: 'Answers of a linked operator in the console count as answers of the person, also in figures of earlier answers.',
    linkTo: (name: string, id: string) => `Link to ${name} (${id})`,
    linkLabel: (name: string) => `Link ${name} to a person`,
    add: 'Add as a person',
    addNamed: (name: string) => `Add ${name} as a person`,
    done: 'Every operator belongs to a person.',
    close: 'Close',
  },
  columns: { name: 'Name', accounts: 'Accounts', groups: 'Groups', added: 'Added' },
  noneFound: {
    title: { people: 'No matching people', groups: 'No matching groups' },
    help: { people: 'No person matches the search and the group.', groups: 'No group matches the search.' },
    showAll: { people: 'Show all people', groups: 'Show all groups' },
  },
  deleteQuestion: (name: string) => `Delete ${name}?`,
  people: {
    add: 'Add person',
    none: 'No people yet',
    what: 'A person has a name, and an account on each platform where they answer.',
    noAccount: 'No account: cannot answer',
    operator: 'Operator',
    deletion: 'This person can no longer answer as an approver. Earlier answers are kept.',
  },
  groups: {
    title: 'Groups',
    add: 'Add group',
    change: (name: string) => `Change ${name}`,
    none: 'No groups yet',
    what: 'A group names several approvers at once. Its members can change later.',
    members: 'Members',
    noMembers: 'No members',
    showMembers: (count: number) => (count === 1 ? 'Show the member' : `Show all ${formatNumber(count)} members`),
    deletion: 'The group is deleted. Its members are kept.',
  },
});
