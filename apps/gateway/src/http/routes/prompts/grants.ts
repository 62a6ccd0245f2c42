import { endGrant, getGrant, limits, listGrants } from '@gateway/contract';
import type { Clock, Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../../endpoint.js';
import { listPage, withNext } from '../../paging.js';
import { grantRecord } from '../../records/grant.js';

/** Reading and ending standing approvals. People give them, in a chat or in the console. */
export function grantRoutes({ grants }: Gateway, clock: Clock): Endpoint[] {
  const now = () => clock.now();
  return [
    endpoint(listGrants, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor, state } = query;
      const rows = await grants.list(principal, state ?? undefined, listPage(limit, cursor));
      return withNext(
        rows.map((row) => grantRecord(row, now())),
        { target, limit, last: rows.at(-1)?.seq },
      );
    }),
    endpoint(getGrant, async ({ principal, params }) => grantRecord(await grants.get(principal, params.id), now())),
    endpoint(endGrant, async ({ principal, params }) => grantRecord(await grants.end(principal, params.id), now())),
  ];
}
