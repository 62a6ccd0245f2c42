import { createKey, getKey, limits, listKeys, revokeKey, rollKey, type KeyRecord } from '@gateway/contract';
import type { Gateway, KeyRow } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, withNext } from '../paging.js';
import { camel, snake } from '../records/field-names.js';

/** Creating, reading, rolling and revoking API keys. */
export function keyRoutes({ keys }: Gateway): Endpoint[] {
  return [
    endpoint(createKey, async ({ principal, body }) => {
      const { expires_at: expiresAt, ...input } = body;
      const validUntil = expiresAt === null ? null : new Date(expiresAt);
      const { row, key } = await keys.create(principal, { ...camel(input), validUntil });
      return { ...record(row), key };
    }),
    endpoint(listKeys, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor } = query;
      const rows = await keys.list(principal, listPage(limit, cursor));
      return withNext(rows.map(record), { target, limit, last: rows.at(-1)?.seq });
    }),
    endpoint(getKey, async ({ principal, params }) => record(await keys.get(principal, params.id))),
    endpoint(revokeKey, async ({ principal, params }) => record(await keys.revoke(principal, params.id))),
    endpoint(rollKey, async ({ principal, params, body }) => {
      const { row, key } = await keys.roll(principal, params.id, body.grace_sec * 1000);
      return { ...record(row), key };
    }),
  ];
}

const record = (key: KeyRow): KeyRecord => ({
  ...snake(key, 'id', 'name', 'keyPrefix', 'scopes', 'createdAt', 'revokedAt', 'lastUsedAt'),
  expires_at: endOf(key)?.toISOString() ?? null,
  ...snake(key, 'channels', 'actsFor'),
});

/** The earlier end of a rolled key that also has one of its own. */
function endOf({ expiresAt, validUntil }: KeyRow): Date | null {
  if (expiresAt === null || validUntil === null) return expiresAt ?? validUntil;
  return expiresAt < validUntil ? expiresAt : validUntil;
}
