import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const draftQuery = (channelId: string) =>
  queryOptions<string>({ queryKey: ['draft', channelId], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity });

/**
 * The unsent text for a channel. Kept in memory until the sign-out. The state updates synchronously, so that typing loses no
 * characters; the query cache restores the text when the conversation is opened again.
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
