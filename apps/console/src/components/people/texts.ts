import { catalogue } from '../../lib/language/language.js';
import { formatNumber } from '../../lib/language/locale.js';

export const t = catalogue('components/people', {
  add: 'Add person',
  change: (name: string) => `Change ${name}`,
  operator: 'Operator',
  operatorHelp: 'Answers of this operator in the console count as answers of this person.',
  noOperator: 'None',
  groups: 'Groups',
  save: 'Save',
  submit: 'Add',
  recent: {
    title: 'Answered lately',
    noProof: 'People choose these names themselves, so a name proves nothing. The id is what counts: compare it.',
    noName: 'No name',
  },
  picker: {
    search: {
      people: 'Search name, id or account',
      groups: 'Search groups',
      both: 'Search people and groups',
    },
    noMatch: 'No match',
    more: (count: number) => `${formatNumber(count)} more: type to find them`,
    group: 'Group',
    clear: (field: string) => `Clear ${field}`,
    remove: (name: string) => `Remove ${name}`,
  },
  accounts: {
    title: 'Accounts',
    hint: '(user ids on the platforms)',
    platform: (number: number) => `Platform of account ${number}`,
    userIdOf: (number: number) => `User id of account ${number}`,
    userId: 'User id',
    remove: (number: number) => `Remove account ${number}`,
    add: 'Add account',
    noPlatform: 'No platform is loaded',
  },
});
