import type { MessageRecord } from '@gateway/contract';
import { readConversation } from '@gateway/contract/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { call } from '../../lib/api.js';
import { conversationQuery } from './queries.js';

/** Pixels from its end up to which a conversation counts as read. */
const END_PX = 48;

/**
 * Remembers that the operator has read a conversation, while it is visible and at its end. Returns the first message that was unread when
 * it was opened; null: none.
 */
export function useReading(
  channelId: string,
  log: RefObject<HTMLElement | null>,
  newest: MessageRecord | undefined,
): string | null {
  const client = useQueryClient();
  const { data, isFetchedAfterMount } = useQuery(conversationQuery(channelId));
  const [opened, setOpened] = useState<string | null>();
  if (opened === undefined && data !== undefined && isFetchedAfterMount) setOpened(data?.first_unread_id ?? null);
  const isUnread = opened !== undefined && (data?.unread_count ?? 0) > 0;
  const id = newest?.id;
  useEffect(() => {
    const element = log.current;
    if (!isUnread || id === undefined || element === null) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const check = () => {
      if (document.hidden || Math.abs(element.scrollTop) > END_PX) return;
      ended.abort();
      // What could not be remembered stays unread, and is tried again with the next message.
      call(readConversation, { body: { message_id: id } }).then(
        () => client.invalidateQueries({ queryKey: ['conversations'] }),
        () => {},
      );
    };
    element.addEventListener('scroll', check, { signal, passive: true });
    document.addEventListener('visibilitychange', check, { signal });
    check();
    return () => ended.abort();
  }, [client, log, id, isUnread]);
  return opened ?? null;
}
