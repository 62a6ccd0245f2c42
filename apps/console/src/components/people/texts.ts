import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('components/people', {
  add: 'Add person',
  change: (name: string) => `Change ${name}`,
  operator: 'Operator',
  operatorHelp: 'Answers of this operator in the console count as answers of this person.',
  noOperator: 'None',
  groups: 'Groups',
  noGroups: 'There are no groups yet.',
  save: 'Save',
  submit: 'Add',
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
