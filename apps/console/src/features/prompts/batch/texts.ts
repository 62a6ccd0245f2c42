import { catalogue } from '../../../lib/language.js';
import { counted } from '../../../lib/counted.js';
import { formatNumber } from '../../../lib/locale.js';

const prompts = (count: number) => counted(count, 'prompt', 'prompts');

export const t = catalogue('features/prompts/batch', {
  bar: {
    label: 'Selected prompts',
    selected: (count: number) => `${prompts(count)} selected`,
    clear: 'Clear',
    answer: (count: number) => `{answer} (${formatNumber(count)})`,
    mixed: 'Only prompts with the same answers can be answered together.',
    widen: (count: number) => `Select the ${count} like the first`,
    narrow: (count: number) => (count === 1 ? 'Select only the first' : `Select only the ${count} like the first`),
  },
  dialog: {
    title: (count: number) => `Answer ${prompts(count)} with “{answer}”?`,
    help: 'The answer is sent immediately and cannot be undone.',
    more: (count: number) => `and ${formatNumber(count)} more`,
    progress: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)}`,
    cancel: 'Cancel',
    send: (count: number) => `Send ${counted(count, 'answer', 'answers')}`,
    stopped: (answered: number, all: number) =>
      `Stopped: ${formatNumber(answered)} of ${prompts(all)} answered. The others were not sent or not accepted.`,
  },
  result: {
    title: 'Result',
    answered: (count: number) => `${prompts(count)} answered.`,
    answeredExcept: (count: number, refused: number) =>
      `${prompts(count)} answered, ${formatNumber(refused)} not accepted.`,
    refused: 'Not accepted',
    done: 'Done',
  },
});
