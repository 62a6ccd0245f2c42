import type { Page } from '@gateway/contract';
import { replaceEqualDeep, type InfiniteData } from '@tanstack/react-query';

type Pages<Row> = InfiniteData<Page<Row[]>>;

/**
 * What is new of a list, with the old objects for all that has not changed, wherever it stands now: one row more at the top moves
 * all others, and none of them has to be drawn anew. When nothing changed it is the old list itself.
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
