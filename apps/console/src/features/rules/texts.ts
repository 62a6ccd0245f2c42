import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';
import { formatNumber } from '../../lib/language/locale.js';

/** How many actions had each verdict. */
interface Counts {
  readonly asked: number;
  readonly allowed: number;
  readonly denied: number;
}

/** "371 allowed, 38 asked". What did not happen is left out. */
function counts({ asked, allowed, denied }: Counts): string {
  const parts = [
    allowed > 0 && `${formatNumber(allowed)} allowed`,
    asked > 0 && `${formatNumber(asked)} asked`,
    denied > 0 && `${formatNumber(denied)} denied`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

export const t = catalogue('features/rules', {
  title: 'Rules',
  help: 'A rule decides what happens with a prompt that has an action: people are asked, or it is allowed or denied at once. The first rule that matches decides.',
  ownersOnly: 'Only owners can change rules',
  add: 'Add rule',
  none: 'No rules yet',
  withoutRules:
    'Without rules, people are asked about every action, in the channel and by the policy that the prompt has.',
  delete: 'Delete',
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deletion: 'Prompts that were asked before keep the rule as it was. An approval by the rule itself ends.',
  verdicts: { ask: 'Ask', allow: 'Allow', deny: 'Deny' },
  actions: 'Actions:',
  when: 'If:',
  order: {
    up: (name: string) => `Move up: ${name}`,
    down: (name: string) => `Move down: ${name}`,
    drag: 'Drag to move',
    first: 'No rule before it can be moved',
    last: 'It is the last rule',
    moved: (name: string, place: number, all: number) => `${name} is now ${place} of ${all}`,
    failed: (reason: string) => `The order was not stored. ${reason}`,
  },
  sentences: {
    allowed: 'The action is allowed at once, without a message.',
    denied: 'The action is denied at once.',
    deniedBecause: (reason: string) => `The action is denied at once, with the reason “${reason}”.`,
    askedIn: (channels: string) => `People are asked in ${channels}.`,
    askedAsNamed: 'People are asked in the channels that the prompt names.',
    otherwise: (asked: string) => `If it cannot be allowed: ${asked}`,
    policy: (policy: string) => `People decide by the policy ${policy}.`,
    approvers: (approvers: string) => `These may answer: ${approvers}.`,
    ttl: (time: string) => `The prompt expires after ${time} at the latest.`,
    consume: (time: string) => `An approval can be used for ${time}.`,
    labels: 'The prompt may have its own labels and options.',
    grants: (time: string, uses: number, paths: string) =>
      `Standing approvals are offered for up to ${time} and ${counted(uses, 'use', 'uses')}, if these arguments are equal: ${paths}.`,
    title: (title: string) => `The title is “${title}”.`,
    fields: (labels: string) => `These are drawn first: ${labels}.`,
  },
  dialog: {
    change: (name: string) => `Change ${name}`,
    id: 'Id',
    idHelp: 'Used by the API, and shown with prompts. It cannot be changed later.',
    actions: 'Actions',
    actionsHelp: 'Names of actions, one a line. * stands for any characters: claude-code.*',
    when: 'Condition',
    whenHelp:
      'In CEL. Names: action.name, action.args, key (id, name, scopes, channels, acts_for), channel_id and now. Example: action.args.amount > 100 && action.args.env == "prod". If the condition fails, people are asked.',
    verdict: 'Verdict',
    verdictChoices: {
      ask: 'Ask: people decide',
      allow: 'Allow at once',
      deny: 'Deny at once',
    },
    reason: 'Reason',
    reasonHelp: 'The agent receives it with the rejection.',
    save: 'Save',
    submit: 'Add',
  },
  ask: {
    title: 'How people are asked',
    allowHelp: 'Where the prompt has no answer that approves, or the condition fails.',
    channels: 'Channels',
    channelsHelp: 'Without channels: those that the prompt names.',
    policy: 'Policy',
    policyHelp: 'Without a policy: that of the prompt or the channel.',
    noPolicy: 'None',
    approvers: 'Approvers',
    approversHelp: 'Who may answer. Empty: whom the prompt and the channel allow.',
    approversOwnersOnly: 'Only owners can change approvers.',
    ttl: 'Expires after',
    ttlUnit: 'Unit of the time until it expires',
    consume: 'Approval can be used for',
    consumeUnit: 'Unit of the time to use an approval',
    timesHelp: 'Times are upper limits. Without one, the time of the prompt counts.',
    labels: 'The prompt may have its own labels and options',
  },
  grants: {
    title: 'Standing approvals',
    offer: 'Offer standing approvals',
    offerHelp:
      'Who approves can approve the next actions like it, too, by a button such as “Approve for 1 h”. Those actions run without a question.',
    time: 'Longest time',
    timeUnit: 'Unit of the longest time',
    uses: 'Most uses',
    same: 'Arguments that must be equal',
    sameHelp: 'Paths such as service or customer.id, one a line. The values of all other arguments may differ.',
  },
  drawing: {
    title: 'How the action is drawn',
    titleLabel: 'Title',
    titleHelp: 'One line, with placeholders of arguments such as {{args.service}}.',
    fields: 'Fields',
    fieldsHint: '(arguments to draw first)',
    add: 'Add field',
    full: (most: number) => `A rule has at most ${formatNumber(most)} fields`,
    field: (number: number) => `Field ${number}`,
    path: (number: number) => `Argument of field ${number}`,
    label: (number: number) => `Label of field ${number}`,
    as: (number: number) => `Form of field ${number}`,
    names: (number: number) => `Names of field ${number}`,
    namesHelp: 'One a line: value = name',
    namesLine: 'Write each line as: value = name',
    up: (number: number) => `Move field ${number} up`,
    down: (number: number) => `Move field ${number} down`,
    remove: (number: number) => `Remove field ${number}`,
    forms: {
      text: 'Text',
      code: 'Code',
      diff: 'Diff',
      money: 'Amount of money',
      time: 'Time',
      link: 'Link',
    },
  },
  preview: {
    title: 'Preview',
    name: 'Example action',
    args: 'Arguments',
    argsHelp: 'A JSON object.',
    notObject: 'Enter a JSON object, such as {"service": "api"}.',
    inexact: 'Write this number as a text: it has too many digits.',
    repeated: 'A name is given twice.',
    incomplete: 'The preview appears when the rule has an action and its fields are valid.',
    verdicts: { ask: 'People are asked.', allow: 'It is allowed.', deny: 'It is denied.' },
    byThis: 'This rule decides.',
    byOther: (rule: string) => `The rule ${rule} decides first.`,
    byNone: 'No rule matches: it is asked as without rules.',
    reason: (reason: string) => `Reason: ${reason}`,
    question: 'The part of the question that the gateway draws',
    covers: 'A standing approval also lets these run:',
    noGrant:
      'No standing approval is offered for this example. An argument that must be equal is missing or cannot be named, the condition fails, or the words would be too long.',
  },
  comparison: {
    title: 'Past actions',
    help: 'Compares the rules with the actions of the last 30 days. Nothing is changed.',
    action: 'Try against past actions',
    none: (days: number) => `There were no actions in ${days} days.`,
    result: (actions: number, days: number, now: Counts, before: Counts) =>
      `Of ${counted(actions, 'action', 'actions')} in ${days} days: ${counts(now)}; until now ${counts(before)}.`,
    changed: 'Actions with another verdict',
    same: 'No verdict changes.',
    verdicts: { ask: 'asked', allow: 'allowed', deny: 'denied' },
    incomplete: (actions: number) => `Only the newest ${formatNumber(actions)} actions were compared.`,
  },
});
