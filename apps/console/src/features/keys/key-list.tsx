import type { KeyRecord } from '@gateway/contract';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Badge } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { classes } from '../../components/ui/classes.js';
import { Filled } from '../../components/ui/form/filled.js';
import { DataTable, type Column } from '../../components/ui/list/data-table/data-table.js';
import type { PagedRows } from '../../components/ui/list/data-table/use-all-rows.js';
import { Time } from '../../components/ui/time.js';
import { useRoomForTable } from '../../lib/records/media.js';
import { limitsOf, rightsOf, stateOf } from './rights.js';
import type { Task } from './tasks.js';
import { t } from './texts.js';

interface Props {
  readonly rows: readonly KeyRecord[];
  /** Unix milliseconds. */
  readonly now: number;
  readonly disabledReason: string | null;
  readonly onTask: (task: Task) => void;
  /** The order of the table: see `DataTable`. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly query: PagedRows;
}

export function KeyList(props: Props) {
  return useRoomForTable() ? <KeyTable {...props} /> : <KeyRows {...props} />;
}

function State({ apiKey, now }: { readonly apiKey: KeyRecord; readonly now: number }) {
  const state = stateOf(apiKey, now);
  if (state === 'active') return <Badge tone="good">{t.active}</Badge>;
  if (state === 'revoked') return <Badge>{t.list.revoked}</Badge>;
  if (state === 'expired') return <Badge>{t.list.expired}</Badge>;
  return (
    <Badge tone="wait">
      <span>
        <Filled text={t.list.expires} parts={{ time: <Time at={apiKey.expires_at} /> }} />
      </span>
    </Badge>
  );
}

function Rights({ apiKey }: { readonly apiKey: KeyRecord }) {
  const boundary = limitsOf(apiKey);
  return (
    <span title={apiKey.scopes.join(', ')}>
      {rightsOf(apiKey.scopes)}
      {boundary !== null && <span className="block text-[0.8125rem] wrap-anywhere text-soft">{boundary}</span>}
    </span>
  );
}

function Name({ apiKey, dim }: { readonly apiKey: KeyRecord; readonly dim: boolean }) {
  return (
    <>
      <span className={classes('block font-medium wrap-anywhere', dim && 'text-soft')}>{apiKey.name}</span>
      <code className="text-[0.8125rem] text-soft">{apiKey.key_prefix}…</code>
    </>
  );
}

function Actions({
  apiKey,
  now,
  disabledReason,
  onTask,
}: Pick<Props, 'now' | 'disabledReason' | 'onTask'> & { readonly apiKey: KeyRecord }) {
  const state = stateOf(apiKey, now);
  if (state === 'revoked' || state === 'expired') return null;
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {state === 'active' && (
        <Button
          look="ghost"
          size="small"
          disabledReason={disabledReason}
          aria-label={t.list.rotateNamed(apiKey.name)}
          onClick={() => onTask({ kind: 'roll', key: apiKey })}
        >
          <RefreshCw className="size-4" aria-hidden />
          {t.list.rotate}
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        disabledReason={disabledReason}
        aria-label={t.list.revokeNamed(apiKey.name)}
        onClick={() => onTask({ kind: 'revoke', key: apiKey })}
      >
        <Trash2 className="size-4" aria-hidden />
        {t.list.revoke}
      </Button>
    </div>
  );
}

function columnsOf(rest: Pick<Props, 'now' | 'disabledReason' | 'onTask'>): readonly Column<KeyRecord>[] {
  return [
    {
      id: 'name',
      label: t.list.key,
      cell: (key) => (
        <div className="max-w-72 min-w-32">
          <Name apiKey={key} dim={key.revoked_at !== null} />
        </div>
      ),
      sortBy: ({ name }) => name,
    },
    { id: 'permissions', label: t.permissions, cell: (key) => <Rights apiKey={key} /> },
    { id: 'state', label: t.state, cell: (key) => <State apiKey={key} now={rest.now} /> },
    {
      id: 'used',
      label: t.list.lastUsed,
      cell: ({ last_used_at }) => <Time at={last_used_at} none={t.list.never} />,
      sortBy: ({ last_used_at }) => last_used_at,
      newestFirst: true,
      className: 'text-soft',
    },
    {
      id: 'created',
      label: t.list.created,
      cell: ({ created_at }) => <Time at={created_at} />,
      sortBy: ({ created_at }) => created_at,
      newestFirst: true,
      className: 'text-soft',
    },
    { id: 'actions', label: '', cell: (key) => <Actions apiKey={key} {...rest} /> },
  ];
}

function KeyTable({ rows, sort, onSort, query, now, disabledReason, onTask }: Props) {
  const columns = useMemo(() => columnsOf({ now, disabledReason, onTask }), [now, disabledReason, onTask]);
  const table = { columns, rows, sort, onSort, query };
  return <DataTable {...table} label={t.list.label} rowId={({ id }) => id} />;
}

function KeyRows({ rows, ...rest }: Props) {
  return (
    <ul>
      {rows.map((key) => (
        <li key={key.id} className="row-lazy grid gap-2 border-b border-line px-4 py-3 text-sm last:border-0">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Name apiKey={key} dim={key.revoked_at !== null} />
            </div>
            <State apiKey={key} now={rest.now} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <div className="grid text-[0.8125rem] text-soft">
              <Rights apiKey={key} />
              <span>
                <Filled text={t.list.lastUsedAt} parts={{ time: <Time at={key.last_used_at} none={t.list.never} /> }} />
              </span>
            </div>
            <Actions apiKey={key} {...rest} />
          </div>
        </li>
      ))}
    </ul>
  );
}
