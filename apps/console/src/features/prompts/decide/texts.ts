import { catalogue } from '../../../lib/language/language.js';

export const t = catalogue('features/prompts/decide', {
  decisions: 'Decisions',
  choose: (label: string) => `Choose “${label}” (Enter sends it)`,
  response: 'Your response',
  reason: 'Reason',
  reasonHelp: 'The agent asks for a reason.',
  sendDecision: 'Send decision',
  sendVote: 'Send vote',
  voteSentAs: (name: string) => `Sent as ${name}. You can change your vote while the prompt is pending.`,
  decisionSentAs: (name: string) => `Sent as ${name}. A decision is final and closes the prompt in the chat.`,
  cannotAnswer: 'Your role can read prompts but cannot answer them',
  missing: {
    decision: 'Choose a decision first',
    response: 'Enter a response first',
    correction: 'Correct the arguments first',
    change: 'Change an argument first',
  },
  /** `labels`: those of the buttons that give a standing approval. */
  grantCovers: (labels: string, count: number, covers: string) =>
    `${labels} also ${count > 1 ? 'let' : 'lets'} these run: ${covers}`,
  args: {
    legend: 'Arguments to use',
    json: 'Arguments as JSON',
    toJson: 'Edit as JSON',
    toFields: 'Edit in fields',
    hidden: (text: string) => `With hidden characters: ${text}`,
    unknown: (key: string) => `There is no argument “${key}”.`,
    invalid: (key: string, problem: string) => `“${key}”: ${problem}`,
    notObject: 'Enter a JSON object, such as {"key": "value"}.',
    enter: {
      string: 'Enter a text.',
      number: 'Enter a number.',
      boolean: 'Enter true or false.',
      list: 'Enter a JSON list.',
      object: 'Enter a JSON object.',
      other: 'Enter a JSON value.',
      repeated: 'A name is given twice. Enter it once.',
      inexact: 'This number would not be kept exactly. Enter at most 15 digits.',
    },
  },
});
