import { expect, it } from 'vitest';
import { sameRows } from '../src/lib/live/same-rows.js';

interface Row {
  readonly id: number;
  readonly state: string;
}

const row = (id: number, state = 'pending'): Row => ({ id, state });
const list = (...pages: Row[][]) => ({
  pages: pages.map((items, index) => ({ items, next: index + 1 < pages.length ? `after ${index}` : null })),
  pageParams: pages.map((_, index) => index),
});
const merged = (old: ReturnType<typeof list> | undefined, fresh: ReturnType<typeof list>) =>
  sameRows(old, fresh, ({ id }) => id);

it('returns the old list when nothing changed', () => {
  const old = list([row(3), row(2)], [row(1)]);
  expect(merged(old, list([row(3), row(2)], [row(1)]))).toBe(old);
});

it('keeps the row objects when a new row shifts them', () => {
  const old = list([row(3), row(2)], [row(1)]);
  const fresh = merged(old, list([row(4), row(3)], [row(2), row(1)]));
  expect(fresh.pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
    [4, 3],
    [2, 1],
  ]);
  expect(fresh.pages[0]?.items[1]).toBe(old.pages[0]?.items[0]);
  expect(fresh.pages[1]?.items[0]).toBe(old.pages[0]?.items[1]);
});

it('replaces changed rows and keeps unchanged pages', () => {
  const old = list([row(3), row(2)], [row(1)]);
  const fresh = merged(old, list([row(3), row(2, 'answered')], [row(1)]));
  expect(fresh.pages[0]?.items).toEqual([row(3), row(2, 'answered')]);
  expect(fresh.pages[0]?.items[0]).toBe(old.pages[0]?.items[0]);
  expect(fresh.pages[1]).toBe(old.pages[1]);
});

it('returns the new list when there is no old one', () => {
  const fresh = list([row(1)]);
  expect(merged(undefined, fresh)).toBe(fresh);
});
