import type { Transaction } from '../../engine/prisma.js';

interface Sessions {
  readonly organizationId: string;
  readonly operatorId: string;
  readonly id?: string | { readonly not: string };
}

/**
 * Ends sessions because somebody asked for it, and removes the devices that were registered in them. The devices come last: a
 * registration at the same time locks its session. The expiry of a session keeps its device.
 */
export async function endSessions(tx: Transaction, where: Sessions): Promise<number> {
  const { organizationId, operatorId, id } = where;
  const { count } = await tx.operatorSession.deleteMany({ where });
  await tx.pushDevice.deleteMany({
    where: { organizationId, operatorId, ...(id !== undefined && { sessionId: id }) },
  });
  return count;
}
