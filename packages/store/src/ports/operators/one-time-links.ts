import type { OneTimeLinkStore } from '@gateway/core';
import { insertInto } from '../../sql/insert.js';
import type { OneTimeLinkRow } from '../../sql/rows.js';
import { writeAudit } from '../records/audit.js';
import { isMakerOwner } from '../people/link-rules.js';
import type { Port } from '../port.js';

export function oneTimeLinkStore({ sql, prisma }: Port): OneTimeLinkStore {
  return {
    // In SQL: a start without operators inserts a set-up link, and must not load the Prisma client.
    insert: (link, audit) =>
      sql.write(async (tx) => {
        const { organizationId, operatorId } = link;
        if (operatorId !== null)
          await tx.run(
            `DELETE FROM one_time_link WHERE organization_id = ? AND purpose = 'password' AND operator_id = ?`,
            [organizationId, operatorId],
          );
        await tx.run(...insertInto('one_time_link', { ...link }));
        await writeAudit(tx, audit);
      }),

    byHash: (tokenHash, now) =>
      prisma.query(async (client) => {
        const link = await client.oneTimeLink.findFirst({ where: { tokenHash, expiresAt: { gt: now } } });
        return link && (await isMakerOwner(client, link)) ? (link as OneTimeLinkRow) : null;
      }),

    invitations: (organizationId, now) =>
      prisma.query(
        async ({ oneTimeLink }) =>
          (await oneTimeLink.findMany({
            where: { organizationId, purpose: 'invitation', expiresAt: { gt: now } },
            orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
          })) as OneTimeLinkRow[],
      ),

    removeInvitation: (organizationId, id, audit) =>
      prisma.transaction(async (tx) => {
        const where = { organizationId, id, purpose: 'invitation', expiresAt: { gt: audit.at } };
        const link = await tx.oneTimeLink.findFirst({ where });
        if (!link || (await tx.oneTimeLink.deleteMany({ where })).count === 0) return null;
        await tx.auditEntry.create({ data: audit });
        return link as OneTimeLinkRow;
      }),
  };
}
