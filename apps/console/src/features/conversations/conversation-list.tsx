import type { ConversationRecord, Page } from '@gateway/contract';
import { shownText, UNREAD_COUNTED } from '@gateway/contract/values';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
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
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { clockTime, dayOf, exactTime, shortTime, useNow } from '../../lib/time/time.js';
import { activeAt, inOrder, senderOf } from './thread.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/conversations');

interface Props {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<ConversationRecord[]>>>;
  readonly selected: string | undefined;
  readonly empty: ReactNode;
}

export function ConversationList({ query, selected, empty }: Props) {
  const { find, waiting } = route.useSearch();
  const conversations = inOrder(query.data?.pages.flatMap((page) => page.items) ?? [], waiting === true);
  const { basepath } = useRouter();
  const today = dayOf(new Date(useNow()).toISOString());
  const kept = new URLSearchParams({ ...(find !== undefined && { find }), ...(waiting && { waiting: 'true' }) });
  const filters = kept.size === 0 ? '' : `?${kept.toString()}`;
  const navigate = useNavigate({ from: '/conversations' });
  const list = useRef<HTMLUListElement>(null);
  const open = useCallback(
    (channelId: string, replace: boolean) =>
      void navigate({
        to: '/conversations/$channelId',
        params: { channelId },
        search: (now) => ({ find: now.find, waiting: now.waiting }),
        replace,
      }),
    [navigate],
  );
  const follow = useCallback((channelId: string) => open(channelId, false), [open]);

  const move = (by: 1 | -1) => {
    const index = conversations.findIndex(({ channel_id }) => channel_id === selected);
    const channel = conversations[Math.min(Math.max(index + by, 0), conversations.length - 1)];
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
        conversations.length === 0 ? (
          empty
        ) : (
          <>
            <ul
              ref={list}
              aria-label={t.title}
              className={classes('divide-y divide-line', query.isPlaceholderData && 'opacity-60')}
            >
              {conversations.map((conversation) => (
                <Row
                  key={conversation.channel_id}
                  conversation={conversation}
                  today={today}
                  href={`${basepath}/conversations/${encodeURIComponent(conversation.channel_id)}${filters}`}
                  isSelected={conversation.channel_id === selected}
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

interface RowProps {
  readonly conversation: ConversationRecord;
  /** The name of the current day. */
  readonly today: string;
  readonly href: string;
  readonly isSelected: boolean;
  readonly onOpen: (channelId: string) => void;
}

const Row = memo(function Row({ conversation, today, href, isSelected, onOpen }: RowProps) {
  const { channel_id, platform, health, last_message: last, waiting_since, unread_count: unread } = conversation;
  const sender = last?.direction === 'inbound' ? senderOf(last) : null;
  return (
    <li className="row-lazy">
      <a
        href={href}
        data-channel={channel_id}
        onClick={(event) => takePlainClick(event) && onOpen(channel_id)}
        aria-current={isSelected || undefined}
        className={classes('flex gap-3 px-4 py-3 -outline-offset-2', isSelected ? 'bg-selected' : 'hover:bg-hover')}
      >
        <PlatformMark id={platform} className="mt-0.5 size-6" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <div className="flex items-baseline justify-between gap-2">
            <span className="truncate text-sm font-medium">{channel_id}</span>
            <span className="shrink-0 text-xs text-soft">
              <Time at={activeAt(conversation)} />
            </span>
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
              {last ? shownText(last.text) : conversation.target_chat_id}
            </span>
            {unread !== null && unread > 0 && <Unread count={unread} />}
            {(health === 'inactive' || health === 'failing') && <HealthBadge state={health} />}
          </div>
          {waiting_since !== null && <Waiting since={waiting_since} today={today} />}
        </div>
      </a>
    </li>
  );
});

function Unread({ count }: { readonly count: number }) {
  const shown = count < UNREAD_COUNTED ? String(count) : `${UNREAD_COUNTED - 1}+`;
  return (
    <span className="shrink-0 rounded-full bg-info-tint px-1.5 text-xs font-semibold text-info outline-1 -outline-offset-1 outline-transparent">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{t.list.unread(shown)}</span>
    </span>
  );
}

function Waiting({ since, today }: { readonly since: string; readonly today: string }) {
  const isToday = dayOf(since) === today;
  return (
    <time dateTime={since} title={exactTime(since)} className="truncate text-xs text-wait">
      {t.list.waitsSince(isToday ? clockTime(since) : shortTime(since))}
    </time>
  );
}
