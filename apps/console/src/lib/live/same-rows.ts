import type { Page } from '@gateway/contract';
import { replaceEqualDeep, type InfiniteData } from '@tanstack/react-query';

type Pages<Row> = InfiniteData<Page<Row[]>>;

/**
 * Merges a refetched list with the old one by row id and keeps the old objects of unchanged rows, so that a new row at the top
 * does not re-render the rows that moved. Returns the old list when nothing changed.
 */
export function sameRows<Row>(old: Pages<Row> | undefined, fresh: Pages<Row>, idOf: (row: Row) => unknown): Pages<Row> {
  if (!old || old === fresh) return fresh;
  const known = new Map(old.pages.flatMap(({ items }) => items.map((row) => [idOf(row), row] as const)));
  const pages = fresh.pages.map((page, index) => {
    const items = page.items.map((row) => replaceEqualDeep(known.get(idOf(row)), row));
    const before = old.pages[index];
    return before?.next === page.next && areSame(before.items, items) ? before : { ...page, items };
  });
  return areSame(old.pages, pages) && replaceEqualDeep(old.pageParams, fresh.pageParams) === old.pageParams
    ? old
    : { ...fresh, pages };
}

function areSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
