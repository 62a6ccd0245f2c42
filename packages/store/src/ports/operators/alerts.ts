import type { AlertRow as CoreAlert, AlertStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import type { AlertRow } from '../../sql/rows.js';
import { lockOrganization } from '../../sql/locks.js';
import type { Sql } from '../../sql/sql.js';
import { storable } from '../../sql/storable.js';
import { skipLocked, type Port } from '../port.js';
import { writeAudit } from '../records/audit.js';

const ofClaim = 'organization_id = ? AND kind = ? AND subject = ? AND due_at = ? AND attempts = ?';

/** Problems of the gateway and the outbox of what operators are told of them. `due_at` is both schedule and claim. */
export function alertStore(port: Port): AlertStore {
  const { engine, sql } = port;
  const found = batchOf(engine, 'found', {
    kind: 'text',
    subject: 'text',
    name: 'text',
    detail: 'text',
    due: 'timestamptz',
  });
  const begins = 'known.ended_at IS NOT NULL';
  const whenItBegins = (column: string) =>
    `${column} = CASE WHEN ${begins} THEN excluded.${column} ELSE known.${column} END`;
  // Ordered, so that two instances do not deadlock.
  const see = `
    INSERT INTO alert AS known (organization_id, kind, subject, name, detail, since, seen_at, told, due_at, attempts)
    SELECT CAST(? AS text), kind, subject, name, detail, CAST(? AS timestamptz), CAST(? AS timestamptz), '[]', due, 0
    FROM ${found.table} WHERE true ORDER BY kind, subject
    ON CONFLICT (organization_id, kind, subject) DO UPDATE SET
      name = excluded.name, detail = excluded.detail, seen_at = excluded.seen_at, ended_at = NULL,
      ${['since', 'told', 'due_at', 'attempts'].map(whenItBegins).join(', ')}`;
  const claimOf = ({ organizationId, kind, subject, dueAt, attempts }: CoreAlert) => [
    organizationId,
    kind,
    subject,
    dueAt,
    attempts,
  ];

  return {
    list: (organizationId, limit) =>
      sql.all<AlertRow>(
        `SELECT * FROM alert WHERE organization_id = ? AND ended_at IS NULL ORDER BY since DESC, kind, subject LIMIT ?`,
        [organizationId, limit],
      ),

    async seen(organizationId, troubles, at) {
      const rows = troubles.map(({ kind, subject, name, detail, dueAt }) => ({
        kind,
        subject: storable(subject),
        name: storable(name),
        detail: storable(detail),
        due: dueAt,
      }));
      await sql.run(see, [organizationId, at, at, found.parameter(rows)]);
    },

    async end(organizationId, before, at) {
      await sql.run(
        `UPDATE alert SET ended_at = ?, due_at = CASE WHEN due_at > ? THEN due_at ELSE CAST(? AS timestamptz) END
         WHERE organization_id = ? AND seen_at < ? AND ended_at IS NULL`,
        [at, at, at, organizationId, before],
      );
    },

    claim: (now, until, limit) =>
      sql.all<AlertRow>(
        `WITH due AS (
           SELECT organization_id, kind, subject FROM alert WHERE due_at <= ? ORDER BY due_at LIMIT ? ${skipLocked(port)}
         )
         UPDATE alert SET due_at = ?, attempts = attempts + 1
         WHERE (organization_id, kind, subject) IN (SELECT organization_id, kind, subject FROM due) RETURNING *`,
        [now, limit, until],
      ),

    async record(claimed, { told, dueAt, attempts, now }) {
      const hasEnded = claimed.endedAt === null ? 'ended_at IS NOT NULL' : 'false';
      await sql.run(
        `UPDATE alert SET told = ?, attempts = ?,
           due_at = CASE WHEN ${hasEnded} THEN CAST(? AS timestamptz) ELSE CAST(? AS timestamptz) END
         WHERE ${ofClaim}`,
        [JSON.stringify(told), attempts, now, dueAt, ...claimOf(claimed)],
      );
    },

    async drop(claimed) {
      await sql.run(`DELETE FROM alert WHERE ${ofClaim} AND ended_at IS NOT NULL`, claimOf(claimed));
    },

    channel: (organizationId) => channelOf(sql, organizationId),

    async setChannel(organizationId, channelId, audit) {
      await sql.write(async (tx) => {
        // The entry has the channel before.
        await lockOrganization(engine, tx, organizationId);
        const before = await channelOf(tx, organizationId);
        if (before === channelId) return;
        await tx.run(
          `INSERT INTO alert_settings (organization_id, channel_id) VALUES (?, ?)
           ON CONFLICT (organization_id) DO UPDATE SET channel_id = excluded.channel_id`,
          [organizationId, channelId],
        );
        await writeAudit(tx, audit(before));
      });
    },
  };
}

async function channelOf(sql: Sql, organizationId: string): Promise<string | null> {
  const statement = 'SELECT channel_id FROM alert_settings WHERE organization_id = ?';
  return (await sql.first<{ channelId: string | null }>(statement, [organizationId]))?.channelId ?? null;
}
