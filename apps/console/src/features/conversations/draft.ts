import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const draftQuery = (channelId: string) =>
  queryOptions<string>({ queryKey: ['draft', channelId], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity });

/**
 * What is being written to a channel. Kept in memory while the console is open, and gone with the sign-out. A field needs its
 * text back at once, lest it lose letters: the cache is only where the next opening finds it.
 */
export function useDraft(channelId: string): [string, (text: string) => void] {
  const client = useQueryClient();
  const { queryKey } = draftQuery(channelId);
  const [text, setText] = useState(() => client.getQueryData(queryKey) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      client.setQueryData(queryKey, next);
    },
  ];
}
