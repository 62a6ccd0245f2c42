import { listSessions } from '@gateway/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
});
