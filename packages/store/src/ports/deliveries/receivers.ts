import {
  MAX_COUNTED,
  type FailedAttempt,
  type LatestAttempt,
  type ListedReceivers,
  type ReceiverStore,
} from '@gateway/core';
import { among } from '../../sql/conditions.js';
import { lockOrganization } from '../../sql/locks.js';
import type { FailingReceiverRow, PausedReceiverRow, ReceiverNameRow } from '../../sql/rows.js';
import { writeAudit } from '../records/audit.js';
import { lastFailureStatement } from '../channels/last-failure.js';
import type { Port } from '../port.js';
import { receiverHistory } from './receiver-history.js';
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

const tablesOf: Readonly<Record<ListedReceivers, readonly string[]>> = {
  paused: ['paused_receiver'],
  named: ['receiver_name'],
  all: ['delivery', 'failing_receiver', 'paused_receiver', 'receiver_name'],
};

export function receiverStore(port: Port): ReceiverStore {
  const { engine, sql, announce } = port;
  const figures = figuresStatement(engine, MAX_COUNTED);
  const lastFailure = lastFailureStatement(engine);
  const named = `organization_id = ? AND ${among(engine, 'destination')}`;

  /** The first destinations after another one in one table, each read once from its index. */
  async function destinationsIn(
    table: string,
    organizationId: string,
    after: string,
    limit: number,
  ): Promise<string[]> {
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
    ...receiverHistory(port),

    async destinations(organizationId, which, { limit, after }) {
      const found = await Promise.all(
        tablesOf[which].map((table) => destinationsIn(table, organizationId, after ?? '', limit)),
      );
      return [...new Set(found.flat())].sort((a, b) => (a < b ? -1 : 1)).slice(0, limit);
    },

    async states(organizationId, destinations) {
      const params = [organizationId, JSON.stringify(destinations)];
      const [failing, paused, names] = await Promise.all([
        sql.all<FailingReceiverRow>(`SELECT * FROM failing_receiver WHERE ${named}`, params),
        sql.all<PausedReceiverRow>(`SELECT * FROM paused_receiver WHERE ${named}`, params),
        sql.all<ReceiverNameRow>(`SELECT * FROM receiver_name WHERE ${named}`, params),
      ]);
      return destinations.map((destination) => ({
        destination,
        failing: failing.find((row) => row.destination === destination) ?? null,
        paused: paused.find((row) => row.destination === destination) ?? null,
        name: names.find((row) => row.destination === destination)?.name ?? null,
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
           OR EXISTS (SELECT 1 FROM paused_receiver WHERE organization_id = ? AND destination = ?)
           OR EXISTS (SELECT 1 FROM receiver_name WHERE organization_id = ? AND destination = ?)`,
        Array.from({ length: 4 }, () => [organizationId, destination]).flat(),
      );
      return row !== undefined;
    },

    async rename({ organizationId, destination, name }, audit) {
      const key = [organizationId, destination];
      await sql.write(async (tx) => {
        // The entry has the name before.
        await lockOrganization(engine, tx, organizationId);
        const [known] = await tx.all<ReceiverNameRow>(
          'SELECT * FROM receiver_name WHERE organization_id = ? AND destination = ?',
          key,
        );
        const before = known?.name ?? null;
        if (before === name) return;
        if (name === null) await tx.run('DELETE FROM receiver_name WHERE organization_id = ? AND destination = ?', key);
        else
          await tx.run(
            `INSERT INTO receiver_name (organization_id, destination, name) VALUES (?, ?, ?)
             ON CONFLICT (organization_id, destination) DO UPDATE SET name = excluded.name`,
            [...key, name],
          );
        await writeAudit(tx, audit(before));
      });
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
