import type { Transaction } from '../../engine/prisma.js';
import type { OneTimeLinkRow } from '../../sql/rows.js';

type Reader = Pick<Transaction, 'operator'>;

/**
 * Uses a link: deletes it, and returns it when it was valid. Of two transactions with one link, one deletes it. Null:
 * roll the transaction back, the link is unknown, expired, or its maker is no owner any more.
 */
export async function useLink(
  tx: Transaction,
  purpose: OneTimeLinkRow['purpose'],
  tokenHash: string,
  at: Date,
): Promise<OneTimeLinkRow | null> {
  const link = await tx.oneTimeLink.findFirst({ where: { tokenHash, purpose, expiresAt: { gt: at } } });
  if (!link) return null;
  const { count } = await tx.oneTimeLink.deleteMany({ where: { tokenHash } });
  return count === 1 && (await isMakerOwner(tx, link)) ? (link as OneTimeLinkRow) : null;
}

/**
 * Whether the maker of a link may still make one. `dropLinksMadeBy` removes the links of an owner who is demoted; this
 * covers a request of that owner that arrives just after. The gateway's own links have no maker.
 */
export async function isMakerOwner(
  { operator }: Reader,
  { organizationId, createdBy }: Pick<OneTimeLinkRow, 'organizationId' | 'createdBy'>,
): Promise<boolean> {
  if (createdBy === null) return true;
  const maker = await operator.findUnique({ where: { organizationId_id: { organizationId, id: createdBy } } });
  return maker?.role === 'owner';
}

/** Removes the password links for an operator. */
export async function dropPasswordLinks(tx: Transaction, organizationId: string, operatorId: string): Promise<void> {
  await tx.oneTimeLink.deleteMany({ where: { organizationId, purpose: 'password', operatorId } });
}

/** Removes the links that an operator made. One that outlives the operator's rights would let them come back. */
export async function dropLinksMadeBy(tx: Transaction, organizationId: string, createdBy: string): Promise<void> {
  await tx.oneTimeLink.deleteMany({
    where: { organizationId, purpose: { in: ['invitation', 'password'] }, createdBy },
  });
}
