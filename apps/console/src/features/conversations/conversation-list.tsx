import type { MessageRecord, Page, ReplyOf } from '@gateway/contract';
import { shownText, type listChannels } from '@gateway/contract/values';
import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { CornerUpLeft } from 'lucide-react';
import { memo, useCallback, useRef, type ReactNode } from 'react';
import { HealthBadge } from '../../components/health-badge.js';
import { PlatformMark } from '../../components/platform-mark.js';
import { classes } from '../../components/ui/classes.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Time } from '../../components/ui/time.js';
import { takePlainClick } from '../../lib/page/plain-click.js';
import { useMay } from '../../lib/session/session.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { recentQuery } from './queries.js';
import { later, senderOf } from './thread.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/conversations');

type Channels = ReplyOf<typeof listChannels>;
type Channel = Channels[number];

interface Props {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Channels>>>;
  readonly selected: string | undefined;
  readonly empty: ReactNode;
}

export function ConversationList({ query, selected, empty }: Props) {
  const mayRead = useMay('messages:read');
  const recent = useQuery({ ...recentQuery, enabled: mayRead }).data;
  const all = query.data?.pages.flatMap((page) => page.items) ?? [];
  // Sorted by activity only when all are loaded; otherwise rows would move while pages load.
  const channels = query.hasNextPage ? all : inOrder(all, recent);
  const { basepath } = useRouter();
  const { find } = route.useSearch();
  const searchStr = find === undefined ? '' : `?find=${encodeURIComponent(find)}`;
  const navigate = useNavigate({ from: '/conversations' });
  const list = useRef<HTMLUListElement>(null);
  const open = useCallback(
    (channelId: string, replace: boolean) =>
      void navigate({
        to: '/conversations/$channelId',
        params: { channelId },
        search: (now) => ({ find: now.find }),
        replace,
      }),
    [navigate],
  );
  const follow = useCallback((channelId: string) => open(channelId, false), [open]);

  const move = (by: 1 | -1) => {
    const index = channels.findIndex(({ channel_id }) => channel_id === selected);
    const channel = channels[Math.min(Math.max(index + by, 0), channels.length - 1)];
    if (!channel) return;
    open(channel.channel_id, selected !== undefined);
    const row = list.current?.querySelector<HTMLElement>(`[data-channel="${CSS.escape(channel.channel_id)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts([
    { key: 'j', label: t.list.next, run: () => move(1) },
    { key: 'k', label: t.list.previous, run: () => move(-1) },
  ]);

  return (
    <Loaded query={query}>
      {() =>
        channels.length === 0 ? (
          empty
        ) : (
          <>
            <ul
              ref={list}
              aria-label={t.title}
              className={classes('divide-y divide-line', query.isPlaceholderData && 'opacity-60')}
            >
              {channels.map((channel) => (
                <Row
                  key={channel.channel_id}
                  channel={channel}
                  last={recent?.get(channel.channel_id)}
                  href={`${basepath}/conversations/${encodeURIComponent(channel.channel_id)}${searchStr}`}
                  isSelected={channel.channel_id === selected}
                  onOpen={follow}
                />
              ))}
            </ul>
            <MoreRows query={query} />
          </>
        )
      }
    </Loaded>
  );
}

function inOrder(channels: readonly Channel[], recent: ReadonlyMap<string, MessageRecord> | undefined) {
  const at = (channel: Channel) => activeAt(channel, recent?.get(channel.channel_id)) ?? '';
  return channels.toSorted((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0));
}

function activeAt({ health }: Channel, last: MessageRecord | undefined): string | null {
  return later(last?.created_at ?? null, later(health.last_inbound_at, health.last_outbound_at));
}

interface RowProps {
  readonly channel: Channel;
  readonly last: MessageRecord | undefined;
  readonly href: string;
  readonly isSelected: boolean;
  readonly onOpen: (channelId: string) => void;
}

const Row = memo(function Row({ channel, last, href, isSelected, onOpen }: RowProps) {
  const at = activeAt(channel, last);
  const sender = last?.direction === 'inbound' ? senderOf(last) : null;
  return (
    <li className="row-lazy">
      <a
        href={href}
        data-channel={channel.channel_id}
        onClick={(event) => takePlainClick(event) && onOpen(channel.channel_id)}
        aria-current={isSelected || undefined}
        className={classes('flex gap-3 px-4 py-3 -outline-offset-2', isSelected ? 'bg-selected' : 'hover:bg-hover')}
      >
        <PlatformMark id={channel.platform} className="mt-0.5 size-6" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <div className="flex items-baseline justify-between gap-2">
            <span className="truncate text-sm font-medium">{channel.channel_id}</span>
            <span className="shrink-0 text-xs text-soft">{at !== null && <Time at={at} />}</span>
          </div>
          <div className="flex items-center gap-2">
            <span dir="auto" className="min-w-0 flex-1 truncate text-left text-[0.8125rem] text-soft">
              {last?.direction === 'outbound' && (
                <>
                  <CornerUpLeft className="mr-1 inline size-3.5" aria-hidden />
                  <span className="sr-only">{t.list.sent}</span>
                </>
              )}
              {sender && (
                <>
                  <bdi>{sender.name}</bdi>:{' '}
                </>
              )}
              {last ? shownText(last.text) : channel.target_chat_id}
            </span>
            {(!channel.is_active || channel.health.state === 'failing') && <HealthBadge state={channel.health.state} />}
          </div>
        </div>
      </a>
    </li>
  );
});
