import type { DeliveryRecord } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/ui/badge.js';
import { classes } from '../../components/ui/classes.js';
import { ColumnHead } from '../../components/ui/list/column-head.js';
import { Cell, HeadCell, TableRow, wholeRow } from '../../components/ui/list/table.js';
import { t as ui } from '../../components/ui/texts.js';
import { Time } from '../../components/ui/time.js';
import { deliveryBadges } from '../../lib/records/delivery-badges.js';
import { useRoomForTable } from '../../lib/records/media.js';
import { useReceiverName } from '../../lib/records/receiver-names.js';
import { receiverIdOf } from '../../lib/records/receivers.js';
import type { DeliveryFilter } from './filter.js';
import { eventName, lastResult, receiverOf } from './format.js';
import { NextAttempt } from './next-attempt.js';
import { SelectBox, type Selection } from './selection.js';
import { t } from './texts.js';

interface Props {
  readonly rows: readonly DeliveryRecord[];
  readonly openId: string | undefined;
  readonly selection: Selection;
  readonly order: DeliveryFilter['order'];
  readonly onOrder: (order: DeliveryFilter['order']) => void;
}

export function DeliveryList(props: Props) {
  return useRoomForTable() ? <DeliveryTable {...props} /> : <DeliveryRows {...props} />;
}

const labelOf = ({ event_type, prompt_id, channel_id }: DeliveryRecord) =>
  t.list.select(eventName(event_type), prompt_id ?? channel_id);

function OpenLink({ delivery }: { readonly delivery: DeliveryRecord }) {
  return (
    <Link
      from="/deliveries"
      to="/deliveries"
      search={(now) => ({ ...now, id: delivery.id })}
      resetScroll={false}
      className={classes('font-medium', wholeRow)}
    >
      {eventName(delivery.event_type)}
    </Link>
  );
}

function StateBadge({ state }: Pick<DeliveryRecord, 'state'>) {
  const { label, tone } = deliveryBadges[state];
  return <Badge tone={tone}>{label}</Badge>;
}

function About({ prompt_id, channel_id }: Pick<DeliveryRecord, 'prompt_id' | 'channel_id'>) {
  return (
    <span className="block truncate text-[0.8125rem] text-soft">
      {prompt_id !== null && <>{prompt_id} · </>}
      {channel_id}
    </span>
  );
}

function Receiver({ url }: Pick<DeliveryRecord, 'url'>) {
  const { host, path } = receiverOf(url);
  const name = useReceiverName(url);
  return (
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]" title={url}>
      <Link
        to="/receivers/$receiverId"
        params={{ receiverId: receiverIdOf(url) }}
        className="relative z-1 w-fit max-w-full wrap-anywhere underline-offset-2 hover:underline"
      >
        {name === null ? host : <bdi>{shownText(name)}</bdi>}
      </Link>
      <span className="line-clamp-2 text-[0.8125rem] wrap-anywhere text-soft">
        {name === null ? path : host + path}
      </span>
    </span>
  );
}

/** Columns that share the width which the others leave, and wrap their text: the table never exceeds its card. */
const share = 'w-1/4 max-w-0';

const columns = [t.list.event, t.list.state, t.list.receiver, t.list.attempts, t.list.lastResult];

/** The server sorts the rows: they come in pages, and there can be many. */
function DeliveryTable({ rows, openId, selection, order, onOrder }: Props) {
  return (
    <div className="max-xl:overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{t.title}</caption>
        <thead>
          <tr>
            <ColumnHead label={<span className="sr-only">{ui.actions}</span>} />
            {columns.map((label) => (
              <ColumnHead key={label} label={label} />
            ))}
            <ColumnHead
              label={t.list.created}
              sorted={{ desc: order === undefined }}
              onSort={() => onOrder(order === undefined ? 'oldest' : undefined)}
            />
          </tr>
        </thead>
        <tbody>
          {rows.map((delivery) => (
            <TableRow key={delivery.id} marked={delivery.id === openId}>
              <Cell className="w-8 pl-5">
                <SelectBox selection={selection} id={delivery.id} label={labelOf(delivery)} />
              </Cell>
              <HeadCell className={classes(share, '!pl-3')}>
                <OpenLink delivery={delivery} />
                <About {...delivery} />
              </HeadCell>
              <Cell>
                <StateBadge state={delivery.state} />
              </Cell>
              <Cell className={share}>
                <Receiver url={delivery.url} />
              </Cell>
              <Cell className="tabular-nums">{delivery.attempt_count}</Cell>
              <Cell className={share}>
                <span className="line-clamp-2 wrap-anywhere text-soft" title={lastResult(delivery) ?? undefined}>
                  {lastResult(delivery) ?? t.list.noResult}
                </span>
                <NextAttempt delivery={delivery} />
              </Cell>
              <Cell className="text-soft">
                <Time at={delivery.created_at} />
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeliveryRows({ rows, selection }: Props) {
  return (
    <ul>
      {rows.map((delivery) => (
        <li
          key={delivery.id}
          className="row-lazy relative grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line px-4 py-3 text-sm last:border-0 hover:bg-hover"
        >
          <span className="flex items-center justify-between gap-3">
            <SelectBox selection={selection} id={delivery.id} label={labelOf(delivery)} />
            <span className="min-w-0 flex-1">
              <OpenLink delivery={delivery} />
            </span>
            <StateBadge state={delivery.state} />
          </span>
          <About {...delivery} />
          <span className="flex items-baseline justify-between gap-3 text-[0.8125rem] text-soft">
            <Receiver url={delivery.url} />
            <Time at={delivery.created_at} />
          </span>
          <NextAttempt delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}
