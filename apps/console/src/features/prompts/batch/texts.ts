import { catalogue } from '../../../lib/language/language.js';
import { counted } from '../../../lib/counted.js';
import { formatNumber } from '../../../lib/language/locale.js';

const prompts = (count: number) => counted(count, 'prompt', 'prompts');

export const t = catalogue('features/prompts/batch', {
  bar: {
    label: 'Selected prompts',
    selected: (count: number) => `${prompts(count)} selected`,
    clear: 'Clear',
    answer: (count: number) => `{answer} (${formatNumber(count)})`,
    mixed: 'Only prompts of the same channel with the same action, risk, policy and answers can be answered together.',
    widen: (count: number) => `Select the ${count} like the first`,
    narrow: (count: number) => (count === 1 ? 'Select only the first' : `Select only the ${count} like the first`),
  },
  dialog: {
    title: (count: number) => `Answer ${prompts(count)} with “{answer}”?`,
    help: 'The answer is sent immediately and cannot be undone.',
    undoHelp: 'You can undo the answers for 5 seconds. Then they are sent.',
    channel: 'Channel',
    questions: 'Prompts and the arguments that differ',
    question: 'Prompt',
    more: (count: number) => `and ${formatNumber(count)} more`,
    moreArguments: (count: number) =>
      `${counted(count, 'more argument differs', 'more arguments differ')}. Open a prompt to see all.`,
    cancel: 'Cancel',
    send: (count: number) => `Send ${counted(count, 'answer', 'answers')}`,
  },
});
