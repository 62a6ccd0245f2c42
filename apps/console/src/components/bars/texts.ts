import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('components/bars', {
  keys: 'Arrow keys or a tap show the numbers of a bar. The table below has all of them.',
  table: 'Show as table',
  numbers: 'Numbers',
});
