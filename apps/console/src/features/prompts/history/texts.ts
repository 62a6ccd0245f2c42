import { counted } from '../../../lib/counted.js';
import { catalogue } from '../../../lib/language/language.js';
import { formatNumber } from '../../../lib/language/locale.js';

export const t = catalogue('features/prompts/history', {
  label: 'Records of the gateway:',
  same: (count: number, days: number) =>
    `Same action as in ${counted(count, 'prompt', 'prompts')} of the last ${days} days, approved by {names}`,
  sameAtLeast: (count: number, days: number) =>
    `Same action as in at least ${counted(count, 'prompt', 'prompts')} of the last ${days} days, approved by {names}`,
  like: 'Like {prompt}, approved {time} by {names}, except:',
  none: (days: number) => `People approved no prompt like this of the last ${days} days`,
  noneAmong: (count: number) =>
    `People approved no prompt like this among the latest ${formatNumber(count)} answered ones of the channel`,
  otherNames: (count: number) => counted(count, 'other person', 'other people'),
  changedTo: 'changed to',
  absent: 'not given',
  more: (count: number) => `and ${formatNumber(count)} more`,
});
