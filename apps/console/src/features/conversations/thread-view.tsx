import type { MessageRecord, Page } from '@gateway/contract';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, buttonLook } from '../../components/ui/button.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Empty } from '../../components/ui/list/empty.js';
import { useActorName } from '../../lib/records/actors.js';
import { useMay } from '../../lib/session/session.js';
import { Bubble } from './bubble.js';
import { callbacksQuery } from './queries.js';
import { byDay, byMessage, continues, reachesBack, senderOf, type Writer } from './thread.js';
import { useReading } from './use-reading.js';
import { t } from './texts.js';

interface Props {
  readonly channelId: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<MessageRecord[]>>>;
  /** Search text. */
  readonly q: string | undefined;
  /** The id of the message around which the conversation is shown. */
  readonly at: string | undefined;
}

/**
 * The conversation, newest at the bottom. `column-reverse` anchors the scroll position at the bottom: it starts there, stays
 * there when messages arrive, and does not jump when older messages load above.
 */
export function Thread({ channelId, query, q, at }: Props) {
  // Pages around two messages overlap.
  const messages = [
    ...new Map(query.data?.pages.flatMap(({ items }) => items.map((message) => [message.id, message]))).values(),
  ];
  const isPart = q !== undefined || at !== undefined;
  const callbacks = useCallbacks(channelId, messages, isPart);
  const nameOf = useActorName();
  const log = useRef<HTMLDivElement>(null);
  const firstUnread = useReading(channelId, log, isPart ? undefined : messages[0]);
  if (messages.length === 0) {
    return (
      <div className="grid flex-1 content-center overflow-y-auto">
        {q === undefined ? (
          <Empty icon={MessagesSquare} title={t.thread.none}>
            <p>{t.thread.noneHelp}</p>
          </Empty>
        ) : (
          <Empty icon={MessagesSquare} title={t.thread.noMatch}>
            <p>{t.thread.noMatchHelp(q)}</p>
          </Empty>
        )}
      </div>
    );
  }
  return (
    <div
      ref={log}
      // Each conversation and part has a scroll position of its own: the router would give it that of the one before.
      data-scroll-restoration-id={`messages-${encodeURIComponent(`${channelId} ${at ?? ''}`)}`}
      role="log"
      aria-label={t.messages}
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 -outline-offset-2 sm:px-6"
    >
      {/* Fills the remaining space, so that a short conversation starts at the top. */}
      <div className="flex-1" />
      <div className="mx-auto w-full max-w-3xl py-4">
        <MoreRows query={query} />
        {byDay(messages).map((day) => (
          <section key={day.name} aria-label={day.name}>
            <h3 className="py-4 text-center text-xs font-medium text-soft">{day.name}</h3>
            <ol className="grid grid-cols-[minmax(0,1fr)]">
              {day.messages.map((message, index) => (
                <Fragment key={message.id}>
                  {message.id === firstUnread && <FirstUnread />}
                  <Bubble
                    message={message}
                    callback={callbacks.get(message.id)}
                    isMarked={message.id === at}
                    isResult={q !== undefined}
                    {...((message.id === firstUnread || !continues(message, day.messages[index - 1])) &&
                      writerOf(message, nameOf))}
                  />
                </Fragment>
              ))}
            </ol>
          </section>
        ))}
        {at !== undefined && <ToNewest query={query} />}
      </div>
    </div>
  );
}

/** The end of a part of a conversation: what follows, and the way back. */
function ToNewest({ query }: Pick<Props, 'query'>) {
  return (
    <div className="flex flex-wrap justify-center gap-2 pt-4">
      {query.hasPreviousPage && (
        <Button
          look="ghost"
          size="small"
          busy={query.isFetchingPreviousPage}
          onClick={() => void query.fetchPreviousPage()}
        >
          {t.thread.newer}
        </Button>
      )}
      <Link
        from="/conversations/$channelId"
        to="."
        search={(now) => ({ ...now, at: undefined })}
        className={buttonLook('secondary', 'small')}
      >
        {t.thread.newest}
      </Link>
    </div>
  );
}

function FirstUnread() {
  return (
    <li className="mt-3 flex items-center gap-3 text-xs font-semibold text-info before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t.thread.firstUnread}
    </li>
  );
}

function writerOf(message: MessageRecord, nameOf: ReturnType<typeof useActorName>): Writer {
  if (message.direction === 'inbound') return senderOf(message) ?? { name: t.thread.unknownUser, user: null };
  return { name: nameOf(message) ?? t.thread.withoutKey, user: null };
}

/** Stop fetching when there are this many more deliveries than messages: the missing ones do not exist. */
const MAX_EXTRA_CALLBACKS = 200;

/** The deliveries of the shown messages. More are fetched as older messages load. */
function useCallbacks(channelId: string, messages: readonly MessageRecord[], isPart: boolean) {
  const may = useMay('deliveries:read');
  const query = useInfiniteQuery({ ...callbacksQuery(channelId), enabled: may });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const callbacks = query.data?.pages.flatMap((page) => page.items) ?? [];
  // Search results and what is around one may be old: their deliveries are shown only if they are already loaded.
  const wanted =
    !isPart && !reachesBack(callbacks, messages) && callbacks.length < messages.length + MAX_EXTRA_CALLBACKS;
  const ready = wanted && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (ready) void fetchNextPage();
  }, [ready, fetchNextPage]);
  return byMessage(callbacks);
}
