import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.resetModules();
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

/** The module as after a reload of the page. */
const load = async () => {
  vi.resetModules();
  return import('../src/components/saved-views/views.js');
};

it('saves views of each page, replaces one with the same name, renames and deletes', async () => {
  const views = await load();
  views.saveView('audit', { name: 'Keys', filter: { action: 'key.created' } });
  views.saveView('audit', { name: 'May', filter: { from: '2026-05-01', to: '2026-05-31' } });
  views.saveView('audit', { name: 'Keys', filter: { action: 'key.revoked' } });
  views.renameView('audit', 'May', 'In May');
  const expected = [
    { name: 'Keys', filter: { action: 'key.revoked' } },
    { name: 'In May', filter: { from: '2026-05-01', to: '2026-05-31' } },
  ];
  expect(views.viewsOf('audit')).toEqual(expected);
  expect(views.viewsOf('prompts')).toEqual([]);
  const reloaded = await load();
  expect(reloaded.viewsOf('audit')).toEqual(expected);
  for (const { name } of expected) reloaded.deleteView('audit', name);
  expect(reloaded.viewsOf('audit')).toEqual([]);
  expect(stored.size).toBe(0);
});

it.each(['{', 'null', '"views"', '{"name":"A"}', '[null, 1, [], {"name":"A"}, {"name":"A","filter":[]}]'])(
  'has no views when the storage has %s',
  async (text) => {
    stored.set('views-prompts', text);
    expect((await load()).viewsOf('prompts')).toEqual([]);
  },
);

it('leaves out what is no view, repeated names, and more than 20', async () => {
  const view = (name: unknown, filter: unknown = { q: 'a' }) => ({ name, filter });
  const some = [view('A'), view(' '), view('x'.repeat(61)), view(7), view('B', { q: 1 }), view('A', { q: 'b' })];
  stored.set('views-prompts', JSON.stringify(some));
  expect((await load()).viewsOf('prompts')).toEqual([view('A', { q: 'b' })]);
  stored.set('views-prompts', JSON.stringify(Array.from({ length: 30 }, (_, index) => view(`View ${index}`))));
  expect((await load()).viewsOf('prompts')).toHaveLength(20);
});

it('keeps views until a reload when the storage is blocked', async () => {
  vi.stubGlobal('localStorage', undefined);
  const views = await load();
  views.saveView('prompts', { name: 'A', filter: { q: 'a' } });
  expect(views.viewsOf('prompts')).toHaveLength(1);
});

it('compares filters by the values that are set, in any order', async () => {
  const { isSameFilter } = await load();
  expect(isSameFilter({ state: 'all', q: 'a' }, { q: 'a', state: 'all' })).toBe(true);
  expect(isSameFilter({ state: 'all', q: undefined }, { state: 'all' })).toBe(true);
  expect(isSameFilter({}, { q: undefined })).toBe(true);
  expect(isSameFilter({ state: 'all' }, { state: 'all', q: 'a' })).toBe(false);
  expect(isSameFilter({ state: 'all', q: 'a' }, { state: 'all' })).toBe(false);
  expect(isSameFilter({ q: 'a' }, { q: 'b' })).toBe(false);
});
