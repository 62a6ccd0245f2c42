import type { Port } from './port.js';
import type { Sql } from './sql.js';

/** Lets one unit at a time decide by what else an organization has (the last owner, the last key); SQLite has one writer anyway. */
export async function takeTurns(engine: Port['engine'], tx: Sql, organizationId: string): Promise<void> {
  if (engine === 'postgresql') await tx.all('SELECT 1 FROM organization WHERE id = ? FOR UPDATE', [organizationId]);
}
