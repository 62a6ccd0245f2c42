import type { AuditChange } from '@gateway/core';
import type { AuditRow } from '../../sql/rows.js';
import type { Sql } from '../../sql/sql.js';
import { writeAudit } from './audit.js';
import type { Port } from '../port.js';

/** Batches within this time are one entry. */
const RUN_GAP_MS = 60_000;
const action = 'audit.removed';

interface AuditRemoval {
  readonly organizationId: string;
  /** The time of the removal. */
  readonly removedAt: Date;
  /** Everything before this time was to be deleted. */
  readonly before: Date;
  readonly entries: number;
  readonly keys: number;
}

/** Writes that retention has deleted audit log entries or keys, or adds it to the entry of the same run. Returns how many. */
export async function recordAuditRemoval(engine: Port['engine'], tx: Sql, removal: AuditRemoval): Promise<number> {
  const { organizationId, removedAt: at, before, entries, keys } = removal;
  if (entries + keys === 0) return 0;
  const lock = engine === 'postgresql' ? 'FOR UPDATE' : '';
  const last = await tx.first<AuditRow>(
    `SELECT * FROM audit_entry WHERE organization_id = ? AND action = ? ORDER BY seq DESC LIMIT 1 ${lock}`,
    [organizationId, action],
  );
  const ofRun = last && Math.abs(at.getTime() - last.at.getTime()) < RUN_GAP_MS ? last : null;
  const earlier = (field: string) => Number(ofRun?.changes?.find((change) => change.field === field)?.after ?? 0);
  const changes: AuditChange[] = [
    { field: 'entries', after: earlier('entries') + entries },
    { field: 'keys', after: earlier('keys') + keys },
    { field: 'until', after: before.toISOString() },
  ];
  if (ofRun) {
    const json = engine === 'postgresql' ? '?::jsonb' : '?';
    await tx.run(`UPDATE audit_entry SET changes = ${json} WHERE seq = ?`, [JSON.stringify(changes), ofRun.seq]);
  } else {
    const system = { actorKind: 'system', actorId: null, actorName: null, address: null } as const;
    await writeAudit(tx, {
      organizationId,
      at,
      ...system,
      action,
      resourceKind: 'audit',
      resourceId: 'retention',
      changes,
    });
  }
  return entries + keys;
}
