import type { MessageRecord, Page } from '@gateway/contract';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect } from 'react';
import { MoreRows } from '../../components/ui/more-rows.js';
import { Empty } from '../../components/ui/states.js';
import { useActorName } from '../../lib/actors.js';
import { useMay } from '../../lib/session.js';
import { Bubble } from './bubble.js';
import { callbacksQuery } from './queries.js';
import { byDay, byMessage, continues, reachesBack } from './thread.js';

interface Props {
  readonly channelId: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<MessageRecord[]>>>;
  /** Only messages that hold it. */
  readonly q: string | undefined;
}

/**
 * The conversation, the newest at the bottom. The scroller counts from its bottom (`column-reverse`): it begins there, stays
 * there when something arrives, and does not jump when older messages come in above.
 */
export function Thread({ channelId, query, q }: Props) {
  const messages = query.data?.pages.flatMap((page) => page.items) ?? [];
  const callbacks = useCallbacks(channelId, messages, q !== undefined);
  const nameOf = useActorName();
  if (messages.length === 0) {
    return (
      <div className="grid flex-1 content-center overflow-y-auto">
        {q === undefined ? (
          <Empty icon={MessagesSquare} title="Nothing has been said yet">
            <p>What people write in the chat appears here at once, and goes to the agent. You can write first.</p>
          </Empty>
        ) : (
          <Empty icon={MessagesSquare} title="No message matches">
            <p>No message of this conversation that is still kept has “{q}” in it.</p>
          </Empty>
        )}
      </div>
    );
  }
  return (
    <div
      role="log"
      aria-label="Messages"
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 -outline-offset-2 sm:px-6"
    >
      {/* Takes the room that a short conversation leaves, so that it begins at the top. */}
      <div className="flex-1" />
      <div className="mx-auto w-full max-w-3xl py-4">
        <MoreRows query={query} />
        {byDay(messages).map((day) => (
          <section key={day.name} aria-label={day.name}>
            <h3 className="py-4 text-center text-xs font-medium text-soft">{day.name}</h3>
            <ol className="grid">
              {day.messages.map((message, index) => (
                <Bubble
                  key={message.id}
                  message={message}
                  callback={callbacks.get(message.id)}
                  writer={continues(message, day.messages[index - 1]) ? null : writerOf(message, nameOf)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  );
}

function writerOf(message: MessageRecord, nameOf: ReturnType<typeof useActorName>): string {
  if (message.direction === 'inbound') return message.from_user ?? message.from_id ?? 'Somebody';
  return nameOf(message) ?? 'Sent without a key';
}

/** More than the messages need: then they have none. */
const SPARE = 200;

/** The callbacks of the messages that are shown; further ones are fetched as older messages come in. */
function useCallbacks(channelId: string, messages: readonly MessageRecord[], isSearch: boolean) {
  const may = useMay('deliveries:read');
  const query = useInfiniteQuery({ ...callbacksQuery(channelId), enabled: may });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const callbacks = query.data?.pages.flatMap((page) => page.items) ?? [];
  // What a search finds may lie far back: its callbacks are shown when they happen to be known.
  const wanted = !isSearch && !reachesBack(callbacks, messages) && callbacks.length < messages.length + SPARE;
  const ready = wanted && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (ready) void fetchNextPage();
  }, [ready, fetchNextPage]);
  return byMessage(callbacks);
}
