import type { RateLimitStore } from '@gateway/core';
import { batchOf } from '../sql/batch.js';
import type { Port } from './port.js';

/** Null: the database has one instance, which counts alone. */
export function rateLimitStore({ engine, sql }: Port): RateLimitStore | null {
  if (engine === 'sqlite') return null;
  const batch = batchOf(engine, 'uses', { used: 'text', spent_ms: 'bigint' });
  // In the order of the subjects, so that two instances do not deadlock.
  const share = `
    INSERT INTO rate_limit AS known (subject, empty_at)
    SELECT used, ?::bigint + spent_ms FROM ${batch.table} ORDER BY used
    ON CONFLICT (subject) DO UPDATE SET empty_at =
      least(greatest(known.empty_at, ?::bigint), ?::bigint) + excluded.empty_at - ?::bigint
    RETURNING subject, empty_at`;
  return {
    async share(uses, now, latest) {
      const rows = await sql.all<{ subject: string; emptyAt: number }>(share, [
        now,
        batch.parameter(uses.map(({ subject, spentMs }) => ({ used: subject, spent_ms: spentMs }))),
        now,
        latest,
        now,
      ]);
      return new Map(rows.map(({ subject, emptyAt }) => [subject, emptyAt]));
    },

    async removeUnused(now) {
      await sql.run('DELETE FROM rate_limit WHERE empty_at <= ?', [now]);
    },
  };
}
