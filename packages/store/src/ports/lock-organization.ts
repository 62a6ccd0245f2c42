import type { Transaction } from '../engine/prisma.js';

/**
 * Lets one transaction at a time decide by what else an organization has, such as its last owner. An update that changes
 * nothing locks the row on PostgreSQL; on SQLite a transaction is the only writer anyway.
 */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  await tx.organization.updateMany({ where: { id: organizationId }, data: { eventsRemovedTo: { increment: 0 } } });
}
