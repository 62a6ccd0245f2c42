import type { SortingState } from '@tanstack/react-table';
import { locale } from '../../../../lib/language/locale.js';

/** What rows are sorted by. Null and undefined come last in both directions. */
export type SortValue = string | number | null | undefined;

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** The order of two values: numbers by size, texts as the language sorts them, with the numbers in them by size. */
export function compareValues(a: Exclude<SortValue, null | undefined>, b: typeof a): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

/**
 * The sort order as a search parameter: "name" ascending, "-name" descending, undefined as the server lists the rows. An id that no
 * column has is the same as undefined.
 */
export function parseSort(sort: string | undefined, columns: readonly string[]): SortingState {
  const id = sort?.replace(/^-/, '');
  return sort === undefined || id === undefined || !columns.includes(id) ? [] : [{ id, desc: sort.startsWith('-') }];
}

export function formatSort([first]: SortingState): string | undefined {
  return first && `${first.desc ? '-' : ''}${first.id}`;
}
