import { catalogue } from '../../lib/language/language.js';
import { formatNumber } from '../../lib/language/locale.js';

export const t = catalogue('features/standing-approvals', {
  title: 'Standing approvals',
  one: 'Standing approval',
  help: 'Who approves a prompt can approve the next actions like it, too, for some hours. Such actions run without a question.',
  state: 'State',
  states: { active: 'Active', ended: 'Ended', all: 'All' },
  badges: { active: 'Active', ended: 'Ended' },
  none: {
    active: 'No active standing approvals',
    ended: 'No ended standing approvals',
    all: 'No standing approvals yet',
  },
  /** `{rules}` is a link to the page Rules. */
  howGiven:
    'A rule that asks can offer standing approvals. Then the question has a button such as “Approve for 1 h”. Turn it on in {rules}.',
  rules: 'Rules',
  notFound: 'Standing approval not found',
  all: 'Show all standing approvals',
  /** Retention has deleted the arguments. */
  deletedCover: (action: string) => `${action} (retention has deleted the arguments)`,
  facts: {
    givenBy: 'Given by',
    prompt: 'With the prompt',
    key: 'Asked by',
    noKey: 'Requests without an API key',
    rule: 'Rule',
    until: 'Until',
    used: 'Used',
    uses: (uses: number, most: number) => `${formatNumber(uses)} of ${formatNumber(most)} uses`,
    lastUsed: 'Last used',
    never: 'Never',
    ended: 'Ended',
  },
  /** Why it has ended. `{name}`: who ended it. */
  ends: {
    stopped: { plain: 'It was stopped', by: '{name} stopped it' },
    expired: { plain: 'Its time was over', by: null },
    used_up: { plain: 'It was used up', by: null },
    rule_changed: { plain: 'The rule was changed or deleted', by: '{name} changed or deleted the rule' },
    not_an_approver: { plain: 'Somebody who gave it may no longer answer', by: null },
    taken_back: { plain: 'The approval with which it was given was taken back', by: '{name} took the approval back' },
  },
  enders: {
    person: 'Somebody in the chat',
    operator: 'An operator',
    key: (name: string) => `The API key ${name}`,
    unnamedKey: 'An API key',
    open: 'A request without an API key',
  },
  stop: {
    action: 'Stop',
    named: (covers: string) => `Stop: ${covers}`,
    title: 'Stop this standing approval?',
    effect:
      'From now on people are asked about these actions. Approvals that it gave and that were not used yet end. This cannot be undone.',
    done: 'The standing approval was stopped',
  },
});
