import { createKey, getKey, limits, listKeys, revokeKey, type KeyRecord } from '@gateway/contract';
import type { Gateway, KeyRow } from '@gateway/core';
import { answers, type Answers } from '../answers.js';
import { listPage, withNext } from '../paging.js';

/** Making, reading and revoking API keys. */
export function keyRoutes({ keys }: Gateway): Answers[] {
  return [
    answers(createKey, async ({ principal, body }) => {
      const { row, key } = await keys.create(principal, body);
      return { ...record(row), key };
    }),
    answers(listKeys, async ({ principal, query, url }) => {
      const { limit = limits.listDefault, cursor } = query;
      const rows = await keys.list(principal, listPage(limit, cursor));
      return withNext(rows.map(record), { url, limit, last: rows.at(-1)?.seq });
    }),
    answers(getKey, async ({ principal, params }) => record(await keys.get(principal, params.id))),
    answers(revokeKey, async ({ principal, params }) => record(await keys.revoke(principal, params.id))),
  ];
}

function record(key: KeyRow): KeyRecord {
  return {
    id: key.id,
    name: key.name,
    key_prefix: key.keyPrefix,
    scopes: [...key.scopes],
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
