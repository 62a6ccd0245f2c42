import type { RemovalRun } from '@gateway/core';
import type { Sql } from '../../sql/sql.js';

/** Batches within this time count as one run, including those of other instances that the same change woke. */
const RUN_GAP_MS = 60_000;

/** Adds to the organization's last run, or begins another one. */
export async function addToRun(sql: Sql, { organizationId, at, prompts, messages }: RemovalRun): Promise<void> {
  const since = new Date(at.getTime() - RUN_GAP_MS);
  const sum = (field: string) =>
    `${field} = excluded.${field} + CASE WHEN removal_run.at >= ? THEN removal_run.${field} ELSE 0 END`;
  await sql.run(
    `INSERT INTO removal_run (organization_id, at, prompts, messages) VALUES (?, ?, ?, ?)
     ON CONFLICT (organization_id) DO UPDATE SET at = excluded.at, ${sum('prompts')}, ${sum('messages')}`,
    [organizationId, at, prompts, messages, since, since],
  );
}
