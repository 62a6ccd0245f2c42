import type { NoticeChanges, NoticeRow, NotificationStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import type { Sql } from '../../sql/sql.js';
import { skipLocked, type Port } from '../port.js';

type Notices = Pick<NotificationStore, 'position' | 'advance' | 'claim' | 'end' | 'nextDue'>;

const POSITION = 'push-position';

/** Skips all events so far. They are older than the first device. */
export async function skipEvents(tx: Sql, organizationId: string): Promise<void> {
  const newest = await tx.first<{ seq: number }>('SELECT seq FROM stream_event ORDER BY seq DESC LIMIT 1');
  const removed = await tx.first<{ seq: number }>('SELECT events_removed_to AS seq FROM organization WHERE id = ?', [
    organizationId,
  ]);
  await tx.run(
    'INSERT INTO gateway_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [POSITION, String(newest?.seq ?? removed?.seq ?? 0)],
  );
}

/** The outbox of pushes. `due_at` is both schedule and claim. */
export function noticeStore(port: Port): Notices {
  const { engine, sql } = port;
  const asked = batchOf(engine, 'asked', { owner: 'text', device: 'text', num: 'integer', at: 'timestamptz' });
  const closed = batchOf(engine, 'closed', { owner: 'text', device: 'text', num: 'integer' });
  const ended = batchOf(engine, 'ended', {
    owner: 'text',
    device: 'text',
    num: 'integer',
    claimed_until: 'timestamptz',
    number: 'integer',
    next_at: 'timestamptz',
    tries: 'integer',
  });
  // The joins leave out devices and prompts that were deleted meanwhile.
  const ask = `
    INSERT INTO push_notice (organization_id, device_id, prompt_num, kind, due_at, attempts)
    SELECT d.organization_id, d.id, p.num, 'asked', asked.at, 0 FROM ${asked.table}
    JOIN push_device d ON d.organization_id = owner AND d.id = device
    JOIN prompt p ON p.organization_id = owner AND p.num = asked.num
    WHERE TRUE ON CONFLICT (organization_id, device_id, prompt_num)`;
  const ofClosed = `
    (organization_id, device_id, prompt_num) IN (
      SELECT n.organization_id, n.device_id, n.prompt_num FROM ${closed.table}
      JOIN push_notice n ON n.organization_id = owner AND n.prompt_num = closed.num AND (device IS NULL OR n.device_id = device)
    )`;
  /** Names the devices again, so that PostgreSQL uses the index. */
  const ofDevices = among(engine, 'device_id');
  const isClaimed =
    'organization_id = owner AND device_id = device AND prompt_num = num AND due_at = claimed_until AND attempts = number';

  async function write(tx: Sql, organizationId: string, at: Date, changes: NoticeChanges): Promise<void> {
    const rows = (again: boolean) =>
      changes.asked
        .filter((notice) => notice.again === again)
        .map(({ deviceId, promptNum }) => ({ owner: organizationId, device: deviceId, num: promptNum, at }));
    const [first, again] = [unique(rows(false)), unique(rows(true))];
    if (first.length > 0) await tx.run(`${ask} DO NOTHING`, [asked.parameter(first)]);
    if (again.length > 0)
      await tx.run(`${ask} DO UPDATE SET kind = 'asked', due_at = excluded.due_at`, [asked.parameter(again)]);
    const toClose = changes.closed.flatMap(({ promptNum, devices }) =>
      (devices ?? [null]).map((device) => ({ owner: organizationId, device, num: promptNum })),
    );
    if (toClose.length === 0) return;
    const parameter = closed.parameter(toClose);
    // Nothing was sent of these.
    await tx.run(`DELETE FROM push_notice WHERE ${ofClosed} AND attempts = 0`, [parameter]);
    await tx.run(`UPDATE push_notice SET kind = 'closed', due_at = ?, attempts = 0 WHERE ${ofClosed}`, [at, parameter]);
  }

  return {
    async position() {
      const row = await sql.first<{ value: string }>('SELECT value FROM gateway_state WHERE name = ?', [POSITION]);
      return Number(row?.value ?? 0);
    },

    advance: (organizationId, { from, to, at }, changes) =>
      sql.write(async (tx) => {
        const moved = await tx.run('UPDATE gateway_state SET value = ? WHERE name = ? AND value = ?', [
          String(to),
          POSITION,
          String(from),
        ]);
        if (moved === 1) await write(tx, organizationId, at, changes);
        return moved === 1;
      }),

    claim: (now, until, limit) =>
      sql.all<NoticeRow>(
        `WITH due AS (
           SELECT organization_id, device_id, prompt_num FROM push_notice WHERE due_at <= ?
           ORDER BY due_at LIMIT ? ${skipLocked(port)}
         )
         UPDATE push_notice SET due_at = ?, attempts = attempts + 1
         WHERE (organization_id, device_id, prompt_num) IN (SELECT organization_id, device_id, prompt_num FROM due)
         RETURNING *`,
        [now, limit, until],
      ),

    async end(results) {
      if (results.length === 0) return;
      const rowsOf = (dropped: boolean) =>
        results
          .filter(({ drop }) => drop === dropped)
          .map(({ notice, dueAt, attempts }) => ({
            owner: notice.organizationId,
            device: notice.deviceId,
            num: notice.promptNum,
            claimed_until: notice.dueAt,
            number: notice.attempts,
            next_at: dueAt,
            tries: attempts,
          }));
      const [kept, dropped] = [rowsOf(false), rowsOf(true)];
      const [organizationId] = results.map(({ notice }) => notice.organizationId);
      const devices = (rows: typeof kept) => JSON.stringify([...new Set(rows.map(({ device }) => device))]);
      await sql.write(async (tx) => {
        if (kept.length > 0)
          await tx.run(
            `UPDATE push_notice SET due_at = next_at, attempts = tries FROM ${ended.table}
             WHERE organization_id = ? AND ${ofDevices} AND ${isClaimed}`,
            [ended.parameter(kept), organizationId ?? '', devices(kept)],
          );
        if (dropped.length > 0)
          await tx.run(
            `DELETE FROM push_notice WHERE organization_id = ? AND ${ofDevices}
             AND EXISTS (SELECT 1 FROM ${ended.table} WHERE ${isClaimed})`,
            [organizationId ?? '', devices(dropped), ended.parameter(dropped)],
          );
      });
    },

    async nextDue() {
      const next = await sql.first<Pick<NoticeRow, 'dueAt'>>(
        'SELECT due_at FROM push_notice WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1',
      );
      return next?.dueAt ?? null;
    },
  };
}

/** One statement must not change a row twice. */
function unique<Row extends { readonly device: string; readonly num: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [`${row.num} ${row.device}`, row])).values()];
}
