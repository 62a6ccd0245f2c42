import type { Removal } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import { isPosted, ownByTime } from '../prompts/prompt-conditions.js';
import { recordAuditRemoval } from './audit-removal.js';
import { skipLocked, type Port } from '../port.js';
import type { Sql, SqlValue } from '../../sql/sql.js';
import type { DeliveryRow, PromptRow, MessageRow, StreamEventRow } from '../../sql/rows.js';

/**
 * Each condition is a range of one index, regardless of how many rows are not due yet. A prompt whose chat message still has
 * to be updated stays, unless the update has been due since before the same time: then its adapter no longer exists.
 */
function closedPrompts(engine: Port['engine']): { which: string; order: string }[] {
  const own = ownByTime(engine);
  const notOwing = '(close_due_at IS NULL OR close_due_at < ?)';
  return [
    {
      which: `answered_at < ? AND ${own} AND ${notOwing}`,
      order: 'ORDER BY answered_at',
    },
    {
      which: `state = 'expired' AND answered_at IS NULL AND ${isPosted} AND expires_at < ? AND ${own} AND ${notOwing}`,
      order: 'ORDER BY expires_at',
    },
    {
      which: `state = 'expired' AND answered_at IS NULL AND ${isPosted} AND expires_at IS NULL AND created_at < ? AND organization_id = ? AND ${notOwing}`,
      order: 'ORDER BY created_at',
    },
  ];
}

const oldMessages = 'organization_id = ? AND direction = ? AND created_at < ?';

/** A range of the index on the time. */
const oldEntries = (engine: Port['engine']) =>
  `${engine === 'sqlite' ? '+organization_id' : 'organization_id'} = ? AND at < ?`;

/** The number of rows that a removal would delete now, with the conditions of the removal. */
export async function countRemovable(
  { engine, sql }: Port,
  removal: Removal & { of: 'prompts' | 'messages' | 'audit entries' },
): Promise<number> {
  const { organizationId, before } = removal;
  const count = async (table: string, which: string, params: readonly SqlValue[]) =>
    (await sql.first<{ count: number }>(`SELECT count(*) AS count FROM ${table} WHERE ${which}`, params))?.count ?? 0;
  if (removal.of === 'messages') return count('message', oldMessages, [organizationId, removal.direction, before]);
  if (removal.of === 'audit entries') return count('audit_entry', oldEntries(engine), [organizationId, before]);
  const counts = await Promise.all(
    closedPrompts(engine).map(({ which }) => count('prompt', which, [before, organizationId, before])),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

/** Removes old rows in batches, within a unit of work, and returns the number of deleted rows. */
export function removalsOn(port: Pick<Port, 'engine'>) {
  const { engine } = port;
  const prompts = batchOf(engine, 'deleted', { num: 'integer' });
  const byPrompt = ['prompt_num', `prompt_num IN (SELECT num FROM ${prompts.table})`] as const;
  const endFiles = `UPDATE hosted_file SET ends_at = ?, check_at = ? WHERE organization_id = ? AND ${among(engine, 'prompt_num', 'integer')}`;
  // The arguments of an action are kept as long as its prompt.
  const eraseGrants = `UPDATE action_grant SET same = NULL, covers = NULL WHERE organization_id = ? AND ${among(engine, 'prompt_num', 'integer')}`;
  const byMessage = ['message_id', among(engine, 'message_id')] as const;
  const bySeq = among(engine, 'seq', 'bigint');
  const lock = engine === 'postgresql' ? 'FOR UPDATE' : '';

  /** The physical address of a row, which needs no index. PostgreSQL gets an array: it would join a sub-select by reading the table. */
  const place = engine === 'postgresql' ? 'ctid' : 'rowid';
  const isIn = (rows: string) => (engine === 'postgresql' ? `ctid = ANY (ARRAY(${rows}))` : `rowid IN (${rows})`);

  /** Removes the rows of a table that `which` finds, except those that another instance has locked. */
  const removeOldest = (table: string, which: string) =>
    `WITH old AS (SELECT ${place} AS place FROM ${table} WHERE ${which} LIMIT ? ${skipLocked(port)})
     DELETE FROM ${table} WHERE ${isIn('SELECT place FROM old')}`;

  /**
   * Removes the ended deliveries that `which` finds, and marks pending ones, which are erased when they end. All are locked first, so
   * that no delivery starts or ends in between. On PostgreSQL a lock writes far less than an update, which adds to every index.
   */
  async function removeDeliveries(
    tx: Sql,
    [column, which]: readonly [column: 'prompt_num' | 'message_id', which: string],
    params: readonly SqlValue[],
  ): Promise<void> {
    // With statistics of a database without forwarded messages, SQLite would read the whole table.
    const index = engine === 'sqlite' ? `INDEXED BY delivery_${column}_organization_id_idx` : '';
    const found = await tx.all<Pick<DeliveryRow, 'seq' | 'state'>>(
      `SELECT seq, state FROM delivery ${index} WHERE organization_id = ? AND ${which} ${lock}`,
      params,
    );
    const seqs = (rows: typeof found) => JSON.stringify(rows.map(({ seq }) => seq));
    const ended = found.filter(({ state }) => state !== 'pending');
    const pending = found.filter(({ state }) => state === 'pending');
    if (ended.length > 0) await tx.run(`DELETE FROM delivery WHERE ${bySeq}`, [seqs(ended)]);
    if (pending.length > 0) await tx.run(`UPDATE delivery SET erase = ? WHERE ${bySeq}`, [true, seqs(pending)]);
  }

  async function removePrompts(
    tx: Sql,
    { organizationId, before }: { organizationId: string; before: Date },
    limit: number,
  ): Promise<number> {
    let removed = 0;
    for (const { which, order } of closedPrompts(engine)) {
      if (removed >= limit) break;
      const deleted = await tx.all<Pick<PromptRow, 'num'>>(
        `${removeOldest('prompt', `${which} ${order}`)} RETURNING num`,
        [before, organizationId, before, limit - removed],
      );
      if (deleted.length > 0) {
        await removeDeliveries(tx, byPrompt, [organizationId, prompts.parameter(deleted)]);
        await tx.run(eraseGrants, [organizationId, JSON.stringify(deleted.map(({ num }) => num))]);
        await tx.run(endFiles, [before, before, organizationId, JSON.stringify(deleted.map(({ num }) => num))]);
      }
      removed += deleted.length;
    }
    return removed;
  }

  async function removeMessages(tx: Sql, removal: Removal & { of: 'messages' }, limit: number): Promise<number> {
    const { organizationId, direction, before } = removal;
    const which = `${oldMessages} ORDER BY created_at`;
    const deleted = await tx.all<Pick<MessageRow, 'id'>>(`${removeOldest('message', which)} RETURNING id`, [
      organizationId,
      direction,
      before,
      limit,
    ]);
    const ids = JSON.stringify(deleted.map(({ id }) => id));
    if (deleted.length > 0) await removeDeliveries(tx, byMessage, [organizationId, ids]);
    return deleted.length;
  }

  // The oldest first by `seq`, which grows with time: no index contains the time.
  const removeDelivered = `
    WITH oldest AS (
      SELECT ${place} AS place, created_at FROM delivery WHERE organization_id = ? AND state = 'delivered' ORDER BY seq LIMIT ? ${skipLocked(port)}
    )
    DELETE FROM delivery WHERE ${isIn('SELECT place FROM oldest WHERE created_at < ?')}`;
  const single = {
    'inbound events': removeOldest('inbound_event', 'received_at < ? ORDER BY received_at'),
    'failing receivers': removeOldest(
      'failing_receiver',
      'last_failed_at < ? AND reported_at IS NULL ORDER BY last_failed_at',
    ),
    'reported receivers': removeOldest(
      'failing_receiver',
      'last_failed_at < ? AND reported_at IS NOT NULL ORDER BY last_failed_at',
    ),
    'idempotent requests': removeOldest('idempotent_request', 'expires_at < ? ORDER BY expires_at'),
    sessions: removeOldest('operator_session', 'expires_at < ? ORDER BY expires_at'),
    'notification devices': removeOldest('push_device', 'confirmed_at < ? ORDER BY confirmed_at'),
    'one-time links': removeOldest('one_time_link', 'expires_at < ? ORDER BY expires_at'),
    'used tokens': removeOldest('used_token', 'expires_at < ? ORDER BY expires_at'),
    'sign-in failures': removeOldest('sign_in_failures', 'updated_at < ? ORDER BY updated_at'),
    'channel traffic': removeOldest('channel_traffic', 'period_start < ? ORDER BY period_start'),
    'receiver traffic': removeOldest('receiver_traffic', 'period_start < ? ORDER BY period_start'),
    leases: removeOldest('lease', 'expires_at < ?'),
  };

  const removeGrants = removeOldest('action_grant', 'organization_id = ? AND until < ? ORDER BY until');
  const removeEvents = `
    WITH oldest AS (SELECT ${place} AS place, at FROM stream_event WHERE seq > 0 ORDER BY seq LIMIT ? ${skipLocked(port)})
    DELETE FROM stream_event WHERE ${isIn('SELECT place FROM oldest WHERE at < ?')} RETURNING organization_id, seq`;

  /** Records up to which number events were removed, for readers that have not seen them. The order of times and numbers can differ slightly. */
  async function removeStreamEvents(tx: Sql, before: Date, limit: number): Promise<number> {
    const deleted = await tx.all<Pick<StreamEventRow, 'organizationId' | 'seq'>>(removeEvents, [limit, before]);
    const newestOf = new Map<string, number>();
    for (const { organizationId, seq } of deleted)
      newestOf.set(organizationId, Math.max(seq, newestOf.get(organizationId) ?? 0));
    for (const [organizationId, newest] of newestOf) {
      await tx.run('UPDATE organization SET events_removed_to = ? WHERE id = ? AND events_removed_to < ?', [
        newest,
        organizationId,
        newest,
      ]);
    }
    return deleted.length;
  }

  const removeEntries = removeOldest('audit_entry', `${oldEntries(engine)} ORDER BY at`);
  // The key of the configuration stays: without any key, the next start would create it again.
  const removeKeys = removeOldest(
    'api_key',
    `organization_id = ? AND (revoked_at < ? OR expires_at < ? OR valid_until < ?) AND created_by IS DISTINCT FROM 'bootstrap' ORDER BY seq`,
  );

  return async function remove(tx: Sql, removal: Removal, limit: number): Promise<number> {
    switch (removal.of) {
      case 'audit entries': {
        const entries = await tx.run(removeEntries, [removal.organizationId, removal.before, limit]);
        return recordAuditRemoval(engine, tx, { ...removal, entries, keys: 0 });
      }
      case 'ended keys': {
        const { organizationId, before } = removal;
        const keys = await tx.run(removeKeys, [organizationId, before, before, before, limit]);
        return recordAuditRemoval(engine, tx, { ...removal, entries: 0, keys });
      }
      case 'grants':
        return tx.run(removeGrants, [removal.organizationId, removal.before, limit]);
      case 'prompts':
        return removePrompts(tx, removal, limit);
      case 'messages':
        return removeMessages(tx, removal, limit);
      case 'stream events':
        return removeStreamEvents(tx, removal.before, limit);
      case 'delivered':
        return tx.run(removeDelivered, [removal.organizationId, limit, removal.before]);
      default:
        return tx.run(single[removal.of], [removal.before, limit]);
    }
  };
}
