import { MAX_COUNTED, type FailedAttempt, type LatestAttempt, type ReceiverStore } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import type { FailingReceiverRow, PausedReceiverRow } from '../../sql/rows.js';
import { writeAudit } from '../records/audit.js';
import { lastFailureStatement } from '../channels/last-failure.js';
import type { Port } from '../port.js';
import { figuresStatement } from './receiver-figures.js';
import { appendStreamEvents, receiverEvent } from './stream-events.js';

interface FiguresRow {
  readonly destination: string;
  readonly pending: number;
  readonly dead: number;
  readonly attempts: number | null;
  readonly failedAttempts: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

export function receiverStore({ engine, sql, announce }: Port): ReceiverStore {
  const figures = figuresStatement(engine, MAX_COUNTED);
  const lastFailure = lastFailureStatement(engine);
  const named = `organization_id = ? AND ${among(engine, 'destination')}`;

  /** The first destinations after a name in one table, each read once from its index. */
  async function namesIn(table: string, organizationId: string, after: string, limit: number): Promise<string[]> {
    const rows = await sql.all<{ destination: string | null }>(
      `WITH RECURSIVE found (destination) AS (
         SELECT min(destination) FROM ${table} WHERE organization_id = ? AND destination > ?
         UNION ALL
         SELECT (SELECT min(t.destination) FROM ${table} t WHERE t.organization_id = ? AND t.destination > found.destination)
         FROM found WHERE found.destination IS NOT NULL
       )
       SELECT destination FROM found WHERE destination IS NOT NULL LIMIT ?`,
      [organizationId, after, organizationId, limit],
    );
    return rows.flatMap(({ destination }) => destination ?? []);
  }

  return {
    async names(organizationId, which, { limit, after }) {
      const tables = which === 'paused' ? ['paused_receiver'] : ['delivery', 'failing_receiver', 'paused_receiver'];
      const found = await Promise.all(tables.map((table) => namesIn(table, organizationId, after ?? '', limit)));
      return [...new Set(found.flat())].sort((a, b) => (a < b ? -1 : 1)).slice(0, limit);
    },

    async states(organizationId, destinations) {
      const params = [organizationId, JSON.stringify(destinations)];
      const [failing, paused] = await Promise.all([
        sql.all<FailingReceiverRow>(`SELECT * FROM failing_receiver WHERE ${named}`, params),
        sql.all<PausedReceiverRow>(`SELECT * FROM paused_receiver WHERE ${named}`, params),
      ]);
      return destinations.map((destination) => ({
        destination,
        failing: failing.find((row) => row.destination === destination) ?? null,
        paused: paused.find((row) => row.destination === destination) ?? null,
      }));
    },

    async figures(organizationId, destinations, since) {
      const rows = await sql.background.all<FiguresRow>(...figures(organizationId, destinations, since));
      const byName = new Map(rows.map((row) => [row.destination, row]));
      return destinations.map((destination) => {
        const row = byName.get(destination);
        return {
          pending: row?.pending ?? 0,
          dead: row?.dead ?? 0,
          attempts: row?.attempts ?? 0,
          failedAttempts: row?.failedAttempts ?? 0,
          p50: row?.p50 ?? null,
          p95: row?.p95 ?? null,
          latest: row ? latestOf(row) : null,
        };
      });
    },

    async lastFailure(organizationId, destination) {
      const row = await sql.first<FailedAttempt>(...lastFailure(organizationId, destination));
      return row ? { ...row, startedAt: new Date(row.startedAt) } : null;
    },

    async exists(organizationId, destination) {
      const row = await sql.first(
        `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM delivery WHERE organization_id = ? AND destination = ?)
           OR EXISTS (SELECT 1 FROM failing_receiver WHERE organization_id = ? AND destination = ?)
           OR EXISTS (SELECT 1 FROM paused_receiver WHERE organization_id = ? AND destination = ?)`,
        Array.from({ length: 3 }, () => [organizationId, destination]).flat(),
      );
      return row !== undefined;
    },

    async pause(row, audit) {
      const { organizationId, destination, pausedAt, pausedBy } = row;
      const paused = await sql.write(async (tx) => {
        const inserted = await tx.run(
          `INSERT INTO paused_receiver (destination, organization_id, paused_at, paused_by) VALUES (?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
          [destination, organizationId, pausedAt, pausedBy],
        );
        if (inserted === 0) return false;
        await writeAudit(tx, audit);
        await appendStreamEvents(tx, receiverEvent('delivery.receiver_paused', row, pausedAt));
        return true;
      });
      if (paused) announce({ kind: 'receiver', destination, paused: true });
      return paused;
    },

    async resume(organizationId, destination, audit) {
      const resumed = await sql.write(async (tx) => {
        const deleted = await tx.run('DELETE FROM paused_receiver WHERE destination = ? AND organization_id = ?', [
          destination,
          organizationId,
        ]);
        if (deleted === 0) return false;
        await writeAudit(tx, audit);
        await appendStreamEvents(
          tx,
          receiverEvent('delivery.receiver_resumed', { organizationId, destination }, audit.at),
        );
        return true;
      });
      if (resumed) announce({ kind: 'receiver', destination, paused: false });
      return resumed;
    },
  };
}

function latestOf({ startedAt, durationMs, status, error }: FiguresRow): LatestAttempt | null {
  if (startedAt === null || durationMs === null) return null;
  return { startedAt: new Date(startedAt), durationMs, status, error };
}
