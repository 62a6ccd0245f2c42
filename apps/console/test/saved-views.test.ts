import type { SavedView } from '@gateway/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSameFilter } from '../src/components/saved-views/filters.js';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const local = (name: unknown, filter: unknown = { q: 'a' }) => ({ name, filter });
const store = (page: string, ...views: object[]) => stored.set(`views-${page}`, JSON.stringify(views));
const saved = (page: SavedView['page'], name: string, filter: SavedView['filter'] = { q: 'a' }): SavedView => ({
  id: `${page} ${name}`,
  page,
  name,
  filter,
  created_at: '2026-05-01T00:00:00.000Z',
});

/** Moves the stored views, as after a reload of the page. Returns the views of the operator then, and what was saved. */
async function move(
  before: readonly SavedView[] = [],
  failing: (name: string) => 'refused' | 'lost' | undefined = () => undefined,
) {
  vi.resetModules();
  const { GatewayError } = await import('@gateway/contract');
  const { moveLocalViews } = await import('../src/components/saved-views/local-views.js');
  const sent: string[] = [];
  const { views, problem } = await moveLocalViews(before, async ({ page, name, filter }) => {
    sent.push(name);
    const failure = failing(name);
    if (failure === 'refused') throw new GatewayError(400, { detail: failure, code: null, retryable: false });
    if (failure === 'lost') throw new Error(failure);
    return saved(page, name, filter);
  });
  return { views, problem, sent };
}

it('moves the views of each page out of the browser, and sends nothing the next time', async () => {
  store('audit', local('Keys', { action: 'key.created' }), local('May', { from: '2026-05-01' }));
  store('prompts', local('Deploy'));
  const before = saved('deliveries', 'Failed');
  const expected = [
    before,
    saved('prompts', 'Deploy'),
    saved('audit', 'Keys', { action: 'key.created' }),
    saved('audit', 'May', { from: '2026-05-01' }),
  ];
  expect(await move([before])).toEqual({ views: expected, problem: null, sent: ['Deploy', 'Keys', 'May'] });
  expect(stored.size).toBe(0);
  expect(await move(expected)).toEqual({ views: expected, problem: null, sent: [] });
});

it('keeps what could not be saved in the browser until it is saved', async () => {
  store('audit', local('A'), local('B', { q: 'b' }), local('C', { q: 'c' }));
  store('deliveries', local('D'));
  const first = await move([], (name) => (name === 'B' ? 'lost' : undefined));
  expect(first).toMatchObject({ problem: { message: 'lost' }, sent: ['D', 'A', 'B'] });
  expect([...stored]).toEqual([['views-audit', JSON.stringify([local('B', { q: 'b' }), local('C', { q: 'c' })])]]);

  const second = await move(first.views, (name) => (name === 'B' ? 'refused' : undefined));
  expect(second).toMatchObject({ problem: { status: 400 }, sent: ['B', 'C'] });
  expect(await move(second.views)).toMatchObject({ problem: null, sent: ['B'] });
  expect(stored.size).toBe(0);
});

it('replaces no saved view: a name with another filter gets a number, and an equal view is not saved again', async () => {
  const long = '😀'.repeat(60);
  store('audit', local('Same'), local('Other'), local(long), local('Third'));
  const before = [
    saved('audit', 'Same'),
    saved('audit', 'Other', { q: 'b' }),
    saved('audit', long, { q: 'b' }),
    saved('audit', 'Third', { q: 'b' }),
    saved('audit', 'Third (2)', { q: 'c' }),
    saved('prompts', 'Other (2)', { q: 'd' }),
  ];
  const { sent } = await move(before);
  expect(sent).toEqual(['Other (2)', `${'😀'.repeat(55)} (2)`, 'Third (3)']);
  expect(stored.size).toBe(0);
});

it('saves no more than 20 views of a page, and says so', async () => {
  store('audit', local('A'), local('19'), local('B'));
  store('deliveries', local('A'));
  const before = Array.from({ length: 19 }, (_, index) => saved('audit', `${index + 1}`));
  const { sent, problem } = await move(before);
  expect(sent).toEqual(['A', 'A']);
  expect(problem).toEqual(new Error('20 views are saved. Delete one first.'));
  expect([...stored]).toEqual([['views-audit', JSON.stringify([local('B')])]]);
});

it.each(['{', 'null', '"views"', '{"name":"A"}', '[null, 1, [], {"name":"A"}, {"name":"A","filter":[]}]'])(
  'moves nothing when the storage has %s',
  async (text) => {
    stored.set('views-prompts', text);
    expect(await move()).toEqual({ views: [], problem: null, sent: [] });
  },
);

it('leaves out what is no view, and repeated names', async () => {
  store('prompts', local('A'), local(' '), local(7), local('B', { q: 1 }), local('A', { q: 'b' }));
  expect((await move()).views).toEqual([saved('prompts', 'A', { q: 'b' })]);
});

it('moves nothing when the storage is blocked', async () => {
  vi.stubGlobal('localStorage', undefined);
  expect((await move()).sent).toEqual([]);
});

it('compares filters by the values that are set, in any order', () => {
  expect(isSameFilter({ state: 'all', q: 'a' }, { q: 'a', state: 'all' })).toBe(true);
  expect(isSameFilter({ state: 'all', q: undefined }, { state: 'all' })).toBe(true);
  expect(isSameFilter({}, { q: undefined })).toBe(true);
  expect(isSameFilter({ state: 'all' }, { state: 'all', q: 'a' })).toBe(false);
  expect(isSameFilter({ state: 'all', q: 'a' }, { state: 'all' })).toBe(false);
  expect(isSameFilter({ q: 'a' }, { q: 'b' })).toBe(false);
});
