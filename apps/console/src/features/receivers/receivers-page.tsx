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

const route = getRouteApi('/shell/receivers');

/** Every receiver of callbacks. */
export function ReceiversPage() {
  const { window = '24h' } = route.useSearch();
  const navigate = useNavigate({ from: '/receivers' });
  const receivers = useInfiniteQuery(receiversQuery(window));
  return (
    <Page
      wide
      title="Receivers"
      back={{ to: '/deliveries', label: 'Deliveries' }}
      help="The servers that your callback URLs point to. Rates and durations are those of the newest 200 deliveries of each."
    >
      <FilterTabs
        label="Time"
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
              <Empty icon={Webhook} title="No receivers yet">
                A receiver is listed when a callback is sent to it.
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
      label="Receivers, in alphabetical order"
      columns={['Receiver', 'State', 'In queue', 'Failed', 'Error rate', 'p50', 'p95', 'Last attempt']}
    >
      {rows.map((receiver) => (
        <TableRow key={receiver.id}>
          <HeadCell className="w-1/3 max-w-0">
            <OpenLink receiver={receiver} />
          </HeadCell>
          <Cell>
            <State receiver={receiver} />
          </Cell>
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
            <span>
              {bounded(receiver.pending_count)} in queue · {bounded(receiver.dead_count)} failed
            </span>
            <State receiver={receiver} />
          </span>
        </li>
      ))}
    </ul>
  );
}
