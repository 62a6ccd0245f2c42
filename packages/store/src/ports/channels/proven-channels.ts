import type { Transaction } from '../../engine/prisma.js';

/**
 * Whether all of these channels have proven credentials. Their revision rises, so that a concurrent change of a channel, which did not
 * see the policy or rule that names it, begins again.
 */
export async function holdProven(
  tx: Transaction,
  organizationId: string,
  channelIds: readonly string[],
): Promise<boolean> {
  for (const channelId of [...new Set(channelIds)].toSorted()) {
    const { count } = await tx.channel.updateMany({
      where: { organizationId, channelId, credentialsProven: true },
      data: { revision: { increment: 1 } },
    });
    if (count === 0) return false;
  }
  return true;
}
