import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { Badge } from '../../components/ui/badge.js';
import { Card } from '../../components/ui/card.js';
import { classes } from '../../components/ui/classes.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { MoreRows } from '../../components/ui/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty, Loaded } from '../../components/ui/states.js';
import { Cell, HeadCell, Table, TableRow, wholeRow } from '../../components/ui/table.js';
import { Time } from '../../components/ui/time.js';
import { useRoomForTable } from '../../lib/media.js';
import { receiverBadge } from '../../lib/receivers.js';
import { bounded, errorRate, milliseconds, windows } from './format.js';
import { receiversQuery, type ReceiverDetail } from './queries.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/receivers');

/** Every receiver of callbacks. */
export function ReceiversPage() {
  const { window = '24h' } = route.useSearch();
  const navigate = useNavigate({ from: '/receivers' });
  const receivers = useInfiniteQuery(receiversQuery(window));
  return (
    <Page wide title={t.title} back={{ to: '/deliveries', label: t.deliveries }} help={t.help}>
      <FilterTabs
        label={t.time}
        value={window}
        options={windows}
        onChoose={(next) => void navigate({ search: next === '24h' ? {} : { window: next }, replace: true })}
      />
      <Card flush>
        <Loaded query={receivers}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items);
            if (rows.length > 0) return <Receivers rows={rows} />;
            return (
              <Empty icon={Webhook} title={t.empty.title}>
                {t.empty.text}
              </Empty>
            );
          }}
        </Loaded>
        <MoreRows query={receivers} />
      </Card>
    </Page>
  );
}

interface Props {
  readonly rows: readonly ReceiverDetail[];
}

function Receivers({ rows }: Props) {
  return useRoomForTable() ? <ReceiverTable rows={rows} /> : <ReceiverRows rows={rows} />;
}

function OpenLink({ receiver }: { readonly receiver: ReceiverDetail }) {
  return (
    <Link
      to="/receivers/$receiverId"
      params={{ receiverId: receiver.id }}
      className={classes('block truncate font-medium', wholeRow)}
      title={receiver.destination}
    >
      {receiver.destination}
    </Link>
  );
}

function State({ receiver }: { readonly receiver: ReceiverDetail }) {
  const { label, tone } = receiverBadge(receiver);
  return <Badge tone={tone}>{label}</Badge>;
}

function ReceiverTable({ rows }: Props) {
  return (
    <Table
      label={t.table}
      columns={[
        t.columns.receiver,
        t.columns.queue,
        t.columns.failed,
        t.columns.errorRate,
        t.columns.p50,
        t.columns.p95,
        t.columns.lastAttempt,
      ]}
    >
      {rows.map((receiver) => (
        <TableRow key={receiver.id}>
          <HeadCell className="w-1/3 max-w-0">
            <OpenLink receiver={receiver} />
            <span className="mt-1 block">
              <State receiver={receiver} />
            </span>
          </HeadCell>
          <Cell className="tabular-nums">{bounded(receiver.pending_count)}</Cell>
          <Cell className="tabular-nums">{bounded(receiver.dead_count)}</Cell>
          <Cell className="whitespace-nowrap tabular-nums">{errorRate(receiver)}</Cell>
          <Cell className="whitespace-nowrap tabular-nums">{milliseconds(receiver.p50_ms)}</Cell>
          <Cell className="whitespace-nowrap tabular-nums">{milliseconds(receiver.p95_ms)}</Cell>
          <Cell className="text-soft">
            <Time at={receiver.last_attempt?.started_at ?? null} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

function ReceiverRows({ rows }: Props) {
  return (
    <ul>
      {rows.map((receiver) => (
        <li
          key={receiver.id}
          className="relative grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line px-4 py-3 text-sm last:border-0 hover:bg-hover"
        >
          <OpenLink receiver={receiver} />
          <span className="flex items-center justify-between gap-3 text-[0.8125rem] text-soft">
            <span>{t.counts(bounded(receiver.pending_count), bounded(receiver.dead_count))}</span>
            <State receiver={receiver} />
          </span>
        </li>
      ))}
    </ul>
  );
}
