import type { Batch } from './batch.js';
import type { Port } from '../ports/port.js';
import type { Sql, SqlValue } from './sql.js';

/** Lets one unit at a time decide by what else an organization has, such as its last key. SQLite has one writer anyway. */
export async function lockOrganization(engine: Port['engine'], tx: Sql, organizationId: string): Promise<void> {
  if (engine === 'postgresql') await tx.all('SELECT 1 FROM organization WHERE id = ? FOR UPDATE', [organizationId]);
}

/** Locks the rows that the next statement updates, in the order of `select`, so that two instances with the same rows do not deadlock. */
export async function lockInOrder(
  engine: Port['engine'],
  tx: Sql,
  select: string,
  params: readonly SqlValue[],
): Promise<void> {
  if (engine === 'postgresql') await tx.all(`${select} FOR NO KEY UPDATE`, params);
}

/** Whether a row is one that the batch names by `owner` and `place`. The parameter is the batch; each row is looked up in the index. */
export function isInBatch(
  engine: Port['engine'],
  batch: Pick<Batch<never>, 'table'>,
  table: string,
  name: string,
): string {
  const found = `SELECT (SELECT n.seq FROM ${table} n WHERE n.organization_id = owner AND n.${name} = place) FROM ${batch.table}`;
  return engine === 'postgresql' ? `seq = ANY (ARRAY(${found}))` : `seq IN (${found})`;
}
