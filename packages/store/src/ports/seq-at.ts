/**
 * The statement that returns the first `seq` of the deliveries of an organization since a time. Its parameters are the organization
 * and the time. Deliveries have no index by time, because every answer would have to update it. `seq` grows with time, so a binary
 * search finds the last earlier one with about forty index lookups.
 */
export const firstSeqSince = `
  WITH RECURSIVE search (last, step) AS (
    SELECT CAST(0 AS bigint), CAST(${2 ** 40} AS bigint)
    UNION ALL
    SELECT
      CASE WHEN (
        SELECT d.created_at FROM delivery d WHERE d.organization_id = ? AND d.seq >= last + step ORDER BY d.seq LIMIT 1
      ) < ? THEN last + step ELSE last END,
      step / 2
    FROM search WHERE step > 0
  )
  SELECT last + 1 AS seq FROM search WHERE step = 0`;
