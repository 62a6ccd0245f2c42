import type { OneTimeLinkStore } from '@gateway/core';
import { writeAudit } from './audit.js';
import { dropPasswordLinks, isOffered } from './operators.js';
import type { Port } from './port.js';
import { insertInto } from '../sql/insert.js';
import type { OneTimeLinkRow } from '../sql/rows.js';

export function oneTimeLinkStore({ sql }: Port): OneTimeLinkStore {
  return {
    insert: (link, audit) =>
      sql.write(async (tx) => {
        if (link.operatorId !== null) await dropPasswordLinks(tx, link.organizationId, link.operatorId);
        await tx.run(...insertInto('one_time_link', { ...link }));
        await writeAudit(tx, audit);
      }),

    byHash: async (tokenHash, now) =>
      (await sql.first<OneTimeLinkRow>(
        `SELECT * FROM one_time_link WHERE token_hash = ? AND expires_at > ? AND ${isOffered}`,
        [tokenHash, now],
      )) ?? null,

    invitations: (organizationId, now) =>
      sql.all<OneTimeLinkRow>(
        `SELECT * FROM one_time_link WHERE organization_id = ? AND purpose = 'invitation' AND expires_at > ?
         ORDER BY created_at DESC, id`,
        [organizationId, now],
      ),

    removeInvitation: (organizationId, id, audit) =>
      sql.write(async (tx) => {
        const link = await tx.first<OneTimeLinkRow>(
          `DELETE FROM one_time_link WHERE organization_id = ? AND id = ? AND purpose = 'invitation' AND expires_at > ? RETURNING *`,
          [organizationId, id, audit.at],
        );
        if (link) await writeAudit(tx, audit);
        return link ?? null;
      }),
  };
}
