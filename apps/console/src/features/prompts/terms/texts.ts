import { catalogue } from '../../../lib/language/language.js';
import { formatNumber } from '../../../lib/language/locale.js';

export const t = catalogue('features/prompts/terms', {
  action: {
    title: 'What will be done',
    says: 'The agent says',
    risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
    args: 'Arguments',
    drawn: 'Arguments that the rule draws',
    empty: '(empty)',
    less: 'Show less',
    all: (characters: number) => `Show all ${formatNumber(characters)} characters`,
  },
  addPerson: 'Add as a person',
  addPersonNamed: (name: string) => `Add as a person: ${name}`,
  steps: {
    done: (step: string) => `Without a decision: ${step}`,
    /** The prompt has ended since, and the policy lets steps wait while somebody has it. */
    unsure: (step: string) => `Without a decision, unless held back: ${step}`,
  },
  posts: {
    title: 'Chats',
    help: 'The prompt is in several chats. The first answer closes all of its messages.',
    failed: 'Not posted',
    closed: 'Closed',
    posting: 'Posting',
    posted: 'Posted',
    uninspectable: 'Could not show the whole action: no answer from this chat lets it run.',
    answerHere: 'Answer here instead.',
  },
  notes: {
    title: 'Notes of the agent',
    kinds: { progress: 'In progress', done: 'Done', failed: 'Failed' },
  },
  facts: {
    approvers: 'May answer',
    requester: 'Requested by',
    notVerified: 'As the agent says: not verified',
    policy: 'Policy',
    rule: 'Rule',
    grant: 'Standing approval',
    openGrant: 'What it covers and until when',
  },
  votes: {
    title: 'Votes',
    progress: (count: number, needed: number) => `${count} of ${needed} votes`,
    tally: (count: number, needed: number) => `${count} of ${needed}`,
    tallyOf: (choice: string, count: number, needed: number) => `${choice} ${count} of ${needed}`,
  },
});
