import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DataTable, type Column } from '../src/components/ui/list/data-table/data-table.js';
import { formatSort, parseSort } from '../src/components/ui/list/data-table/sorting.js';

interface Row {
  readonly name: string;
  readonly failed: number | null;
}
const columns: readonly Column<Row>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'failed', label: 'Failed', cell: ({ failed }) => failed, sortBy: ({ failed }) => failed, numeric: true },
  { id: 'buttons', label: '', cell: () => null },
];
const rows: readonly Row[] = [
  { name: 'agent 10', failed: 3 },
  { name: 'Agent 9', failed: null },
  { name: 'émile', failed: 20 },
  { name: 'zoe', failed: 0 },
];

function drawn(sort: string | undefined, query?: object) {
  const props = { label: 'Agents', columns, rows, rowId: ({ name }: Row) => name, sort, onSort: () => {}, ...query };
  const html = renderToStaticMarkup(createElement(DataTable<Row>, props));
  return {
    html,
    names: [...html.matchAll(/<th scope="row"[^>]*>([^<]*)/g)].map(([, name]) => name),
    heads: [...html.matchAll(/<th scope="col"([^>]*)/g)].map(([, head]) => /aria-sort="(\w+)"/.exec(head ?? '')?.[1]),
  };
}

it('shows the rows as the server lists them until a column is chosen', () => {
  expect(drawn(undefined)).toMatchObject({
    names: ['agent 10', 'Agent 9', 'émile', 'zoe'],
    heads: ['none', 'none', undefined],
  });
});

it('sorts names as the language does, with the numbers in them by size', () => {
  expect(drawn('name').names).toEqual(['Agent 9', 'agent 10', 'émile', 'zoe']);
  expect(drawn('-name')).toMatchObject({
    names: ['zoe', 'émile', 'agent 10', 'Agent 9'],
    heads: ['descending', 'none', undefined],
  });
});

it('sorts numbers by size, and rows without a value last in both directions', () => {
  expect(drawn('failed').names).toEqual(['zoe', 'agent 10', 'émile', 'Agent 9']);
  expect(drawn('-failed').names).toEqual(['émile', 'agent 10', 'zoe', 'Agent 9']);
});

it('ignores an order from the address that no column has', () => {
  expect(drawn('-colour').names).toEqual(drawn(undefined).names);
  expect(drawn('buttons').names).toEqual(drawn(undefined).names);
  expect(parseSort('-', ['name'])).toEqual([]);
  expect(formatSort(parseSort('-name', ['name']))).toBe('-name');
  expect(formatSort([])).toBeUndefined();
});

it('keeps the order of the server, and says so, until all pages of a list are loaded', () => {
  const query = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    isPlaceholderData: false,
    fetchNextPage: async () => {},
  };
  const loading = drawn('name', { query });
  expect(loading.names).toEqual(drawn(undefined).names);
  expect(loading.html).toContain('Loading all rows');
  expect(drawn('name', { query: { ...query, isFetchNextPageError: true } }).html).toContain('could not all be loaded');
  expect(drawn(undefined, { query }).html).not.toContain('role="status"');
});
