import { expect, it } from 'vitest';
import { isSameFilter } from '../src/components/saved-views/filters.js';

it('compares filters by the values that are set, in any order', () => {
  expect(isSameFilter({ state: 'all', q: 'a' }, { q: 'a', state: 'all' })).toBe(true);
  expect(isSameFilter({ state: 'all', q: undefined }, { state: 'all' })).toBe(true);
  expect(isSameFilter({}, { q: undefined })).toBe(true);
  expect(isSameFilter({ state: 'all' }, { state: 'all', q: 'a' })).toBe(false);
  expect(isSameFilter({ state: 'all', q: 'a' }, { state: 'all' })).toBe(false);
  expect(isSameFilter({ q: 'a' }, { q: 'b' })).toBe(false);
});
