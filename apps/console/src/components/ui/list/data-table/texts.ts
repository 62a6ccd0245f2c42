import { catalogue } from '../../../../lib/language/language.js';

export const t = catalogue('components/ui/list/data-table', {
  loadingAll: 'Loading all rows to sort them…',
  sortedPart: (rows: string) => `Only the first ${rows} rows are loaded and sorted. Filter the list to find others.`,
  notSorted: 'The rows could not all be loaded, so only the rows shown are sorted.',
});
