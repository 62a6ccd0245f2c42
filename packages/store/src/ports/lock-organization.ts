import type { TransactionWork } from '../engine/prisma.js';
import type { Port } from './port.js';

/**
 * Creates the function for transactions that decide by what else an organization has, such as its last owner: one of an organization at a
 * time. An update that changes nothing locks the row on PostgreSQL; on SQLite a transaction is the only writer anyway.
 */
export function organizationTransactions({ prisma, inTurn }: Pick<Port, 'prisma' | 'inTurn'>) {
  return <T>(organizationId: string, work: TransactionWork<T>): Promise<T> =>
    inTurn(organizationKey(organizationId), () =>
      prisma.transaction<T>(async (tx, rollback) => {
        const where = { id: organizationId };
        await tx.organization.updateMany({ where, data: { eventsRemovedTo: { increment: 0 } } });
        return await work(tx, rollback);
      }),
    );
}

/** The key of `inTurn` for units that lock an organization. */
export const organizationKey = (organizationId: string): string => `organization ${organizationId}`;
