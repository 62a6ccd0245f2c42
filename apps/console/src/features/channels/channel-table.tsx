import type { HealthState } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { HealthBadge } from '../../components/health-badge.js';
import { PlatformMark } from '../../components/platform-mark.js';
import { DataTable, type Column } from '../../components/ui/list/data-table/data-table.js';
import type { PagedRows } from '../../components/ui/list/data-table/use-all-rows.js';
import { Id } from '../../components/ui/id.js';
import { wholeRow } from '../../components/ui/list/table.js';
import { Time } from '../../components/ui/time.js';
import type { Channel } from './queries.js';
import { t } from './texts.js';
import { isProven } from './traffic.js';
import { TrafficTicks } from './traffic-ticks.js';

/** The worst first. */
const severity: Record<HealthState, number> = { failing: 0, unknown: 1, ok: 2, inactive: 3 };

const columns: readonly Column<Channel>[] = [
  {
    id: 'id',
    label: t.columns.channel,
    cell: ({ channel_id, platform }) => (
      <span className="flex items-center gap-3">
        <PlatformMark id={platform} className="size-6" />
        <Link
          to="/channels/$channelId"
          params={{ channelId: channel_id }}
          className={`min-w-0 truncate font-medium ${wholeRow}`}
          title={channel_id}
        >
          {channel_id}
        </Link>
      </span>
    ),
    sortBy: ({ channel_id }) => channel_id,
    className: 'w-1/4 max-w-0',
  },
  {
    id: 'chat',
    label: t.columns.chat,
    cell: ({ target_chat_id }) => <Id className="block truncate text-[0.8125rem] text-soft">{target_chat_id}</Id>,
    sortBy: ({ target_chat_id }) => target_chat_id,
    className: 'w-1/5 max-w-0',
  },
  {
    id: 'type',
    label: t.filters.type,
    cell: ({ channel_type }) => t.types[channel_type],
    sortBy: ({ channel_type }) => t.types[channel_type],
    className: 'text-soft',
  },
  {
    id: 'state',
    label: t.filters.state,
    cell: (channel) => (
      <>
        <HealthBadge state={channel.health.state} isProven={isProven(channel)} />
        {channel.health.detail !== null && (
          <span className="mt-1 line-clamp-2 text-xs wrap-anywhere text-soft">{channel.health.detail}</span>
        )}
      </>
    ),
    sortBy: ({ health }) => severity[health.state],
  },
  {
    id: 'traffic',
    label: t.traffic.title,
    cell: ({ traffic }) => <TrafficTicks traffic={traffic} />,
  },
  {
    id: 'received',
    label: t.columns.received,
    cell: ({ health }) => <Time at={health.last_inbound_at} />,
    sortBy: ({ health }) => health.last_inbound_at,
    newestFirst: true,
    className: 'text-soft',
  },
  {
    id: 'sent',
    label: t.columns.sent,
    cell: ({ health }) => <Time at={health.last_outbound_at} />,
    sortBy: ({ health }) => health.last_outbound_at,
    newestFirst: true,
    className: 'text-soft',
  },
];

interface Props {
  readonly rows: readonly Channel[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly query: PagedRows;
}

export function ChannelTable(props: Props) {
  return <DataTable {...props} label={t.title} columns={columns} rowId={({ channel_id }) => channel_id} />;
}
