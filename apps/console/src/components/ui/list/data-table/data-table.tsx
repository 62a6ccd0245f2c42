import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { formatNumber } from '../../../../lib/language/locale.js';
import { classes } from '../../classes.js';
import { t as ui } from '../../texts.js';
import { HeadCell, Cell, TableRow } from '../table.js';
import { ColumnHead } from '../column-head.js';
import { compareValues, formatSort, parseSort, type SortValue } from './sorting.js';
import { t } from './texts.js';
import { MAX_SORTED_ROWS, useAllRows, type PagedRows } from './use-all-rows.js';

export interface Column<Row> {
  /** The name of the column in the address. */
  readonly id: string;
  /** The heading. An empty one, for a column of buttons, is announced as "Actions". */
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  readonly sortBy?: (row: Row) => SortValue;
  /** The first click sorts descending: for times and numbers. */
  readonly newestFirst?: boolean;
  /** Numbers stand at the end of their column, one below the other. */
  readonly numeric?: boolean;
  readonly className?: string;
}

interface Props<Row extends object> {
  /** The caption for screen readers. */
  readonly label: string;
  /** The first column names the record. Define them outside the component, or memoize them. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** The order, from the address of the page: `name`, `-name`; undefined: as the server lists the rows. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  /** The query of the rows if they come in pages. Sorting loads all pages first. */
  readonly query?: PagedRows;
  /** The row whose details are open. */
  readonly marked?: (row: Row) => boolean;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

type Definition<Row extends object> = ColumnDef<typeof features, Row>;

function definitionOf<Row extends object>({ id, sortBy, newestFirst = false }: Column<Row>): Definition<Row> {
  return {
    id,
    // Undefined comes last in both directions; null would not.
    accessorFn: (row) => sortBy?.(row) ?? undefined,
    enableSorting: sortBy !== undefined,
    sortDescFirst: newestFirst,
    sortUndefined: 'last',
    sortFn: (a, b, column) => compareValues(a.getValue<string | number>(column), b.getValue<string | number>(column)),
  };
}

/** A dense table whose columns can be sorted, for wide windows. A link with `wholeRow` opens its row. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, rowId, sort, onSort, query, marked } = props;
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const sorting = useMemo<SortingState>(
    () =>
      parseSort(
        sort,
        columns.filter(({ sortBy }) => sortBy).map(({ id }) => id),
      ),
    [sort, columns],
  );
  const loaded = useAllRows(query, sorting.length > 0, rows.length);
  const waiting = sorting.length > 0 && loaded === 'loading';
  // Rows that are still loading would move the others again and again.
  const applied = useMemo(() => (waiting ? [] : sorting), [waiting, sorting]);
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting: applied },
    enableMultiSort: false,
  });
  return (
    <div className="max-xl:overflow-x-auto">
      {sorting.length > 0 && loaded !== 'complete' && (
        <p role="status" className="border-b border-line px-5 py-2 text-sm text-soft">
          {loaded === 'loading'
            ? t.loadingAll
            : loaded === 'failed'
              ? t.notSorted
              : t.sortedPart(formatNumber(MAX_SORTED_ROWS))}
        </p>
      )}
      <table className="w-full text-left text-sm" aria-busy={waiting || undefined}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead
                key={column.id}
                label={column.label === '' ? <span className="sr-only">{ui.actions}</span> : column.label}
                numeric={column.numeric ?? false}
                sorted={sorting.find(({ id }) => id === column.id)}
                {...(column.sortBy && { onSort: () => onSort(formatSort(nextSort(column, sorting))) })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map(({ id, original }) => (
            <TableRow key={id} marked={marked?.(original) ?? false}>
              {columns.map(({ id: column, cell, numeric = false, className }, index) =>
                index === 0 ? (
                  <HeadCell key={column} className={className ?? ''}>
                    {cell(original)}
                  </HeadCell>
                ) : (
                  <Cell
                    key={column}
                    className={classes(numeric && 'text-right whitespace-nowrap tabular-nums', className)}
                  >
                    {cell(original)}
                  </Cell>
                ),
              )}
            </TableRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A click sorts, the second one turns the order, the third one returns to that of the server. */
function nextSort<Row>({ id, newestFirst: first = false }: Column<Row>, [sorted]: SortingState): SortingState {
  if (sorted?.id !== id) return [{ id, desc: first }];
  return sorted.desc === first ? [{ id, desc: !first }] : [];
}
