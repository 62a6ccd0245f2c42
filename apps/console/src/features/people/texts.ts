import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('features/people', {
  title: 'People',
  help: 'Channels, prompts and policies name people and groups as approvers: only they can answer.',
  ownersOnly: 'Only owners can change people and groups',
  add: 'Add',
  save: 'Save',
  delete: 'Delete',
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
    noPeople: 'There are no people yet.',
    deletion: 'The group is deleted. Its members are kept.',
  },
});
