import { Link } from '@tanstack/react-router';
import { HealthBadge } from '../../components/health-badge.js';
import { PlatformMark } from '../../components/platform-mark.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Time } from '../../components/ui/time.js';
import type { Channel } from './queries.js';
import { t } from './texts.js';
import { isProven } from './traffic.js';
import { TrafficTicks } from './traffic-ticks.js';

/** A channel in the list with its health and last activity. The whole row is a link. */
export function ChannelRow({ channel }: { readonly channel: Channel }) {
  const { channel_id, platform, target_chat_id, channel_type, health } = channel;
  return (
    <li className="row-lazy border-b border-line last:border-0">
      <Link
        to="/channels/$channelId"
        params={{ channelId: channel_id }}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1.5 px-4 py-3 -outline-offset-2 hover:bg-hover sm:px-5 lg:grid-cols-[auto_minmax(0,13rem)_5rem_minmax(0,1fr)_auto]"
      >
        <PlatformMark id={platform} className="size-6" />
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{channel_id}</span>
          <span className="block truncate text-xs text-soft">{target_chat_id}</span>
        </span>
        <span className="text-xs text-soft max-lg:justify-self-end">{t.types[channel_type]}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 max-lg:col-span-2 max-lg:col-start-2">
          <HealthBadge state={health.state} isProven={isProven(channel)} />
          <span className="min-w-0 text-xs text-soft">
            {health.since !== null && <Filled text={t.row.changed} parts={{ time: <Time at={health.since} /> }} />}
          </span>
          {health.detail !== null && (
            <span className="line-clamp-2 basis-full text-xs wrap-anywhere text-soft">{health.detail}</span>
          )}
          <TrafficTicks traffic={channel.traffic} />
        </span>
        <span className="flex flex-wrap gap-x-4 text-xs text-soft max-lg:col-span-2 max-lg:col-start-2 lg:grid lg:justify-items-end">
          <span>
            <Filled text={t.row.received} parts={{ time: <Time at={health.last_inbound_at} /> }} />
          </span>
          <span>
            <Filled text={t.row.sent} parts={{ time: <Time at={health.last_outbound_at} /> }} />
          </span>
        </span>
      </Link>
    </li>
  );
}
