import { DataTable, type Column } from '../../components/ui/list/data-table/data-table.js';
import type { PagedRows } from '../../components/ui/list/data-table/use-all-rows.js';
import { Time } from '../../components/ui/time.js';
import { bounded, errorRate, milliseconds } from './format.js';
import { OpenLink, State } from './receiver-parts.js';
import type { ReceiverDetail } from './queries.js';
import { t } from './texts.js';

const columns: readonly Column<ReceiverDetail>[] = [
  {
    id: 'receiver',
    label: t.columns.receiver,
    cell: (receiver) => (
      <>
        <OpenLink receiver={receiver} />
        <span className="mt-1 block">
          <State receiver={receiver} />
        </span>
      </>
    ),
    sortBy: ({ destination, name }) => name ?? destination,
    className: 'w-1/3 max-w-0',
  },
  {
    id: 'queue',
    label: t.columns.queue,
    cell: ({ pending_count }) => bounded(pending_count),
    sortBy: ({ pending_count }) => pending_count,
    newestFirst: true,
    numeric: true,
  },
  {
    id: 'failed',
    label: t.columns.failed,
    cell: ({ dead_count }) => bounded(dead_count),
    sortBy: ({ dead_count }) => dead_count,
    newestFirst: true,
    numeric: true,
  },
  {
    id: 'errors',
    label: t.columns.errorRate,
    cell: errorRate,
    sortBy: ({ error_rate }) => error_rate,
    newestFirst: true,
    numeric: true,
  },
  {
    id: 'p50',
    label: t.columns.p50,
    cell: ({ p50_ms }) => milliseconds(p50_ms),
    sortBy: ({ p50_ms }) => p50_ms,
    newestFirst: true,
    numeric: true,
  },
  {
    id: 'p95',
    label: t.columns.p95,
    cell: ({ p95_ms }) => milliseconds(p95_ms),
    sortBy: ({ p95_ms }) => p95_ms,
    newestFirst: true,
    numeric: true,
  },
  {
    id: 'last',
    label: t.columns.lastAttempt,
    cell: ({ last_attempt }) => <Time at={last_attempt?.started_at ?? null} />,
    sortBy: ({ last_attempt }) => last_attempt?.started_at,
    newestFirst: true,
    className: 'text-soft',
  },
];

interface Props {
  readonly rows: readonly ReceiverDetail[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly query: PagedRows;
}

export function ReceiverTable(props: Props) {
  return <DataTable {...props} label={t.table} columns={columns} rowId={({ id }) => id} />;
}
