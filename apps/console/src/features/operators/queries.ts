import { listInvitations, listOperators } from '@gateway/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

export const operatorsQuery = queryOptions({
  queryKey: ['operators', 'list'],
  queryFn: ({ signal }) => call(listOperators, {}, { signal }),
});

/** Requires the role owner. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations', 'list'],
  queryFn: ({ signal }) => call(listInvitations, {}, { signal }),
});
