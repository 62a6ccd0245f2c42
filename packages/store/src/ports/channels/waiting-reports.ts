import type { DeliveryReportStore, WaitingReport } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import type { WaitingReportRow } from '../../sql/rows.js';
import { storable } from '../../sql/storable.js';
import type { Port } from '../port.js';

type WaitingReports = Pick<DeliveryReportStore, 'wait' | 'waiting' | 'removeWaiting'>;

/** Reports about posts that are not recorded yet: a crash after their acknowledgement must not lose them. */
export function waitingReports({ engine, sql }: Port): WaitingReports {
  const kept = batchOf(engine, 'kept', {
    owner: 'text',
    place: 'text',
    post: 'text',
    sent_until: 'timestamptz',
    state: 'text',
    problem: 'text',
    received_at: 'timestamptz',
    tries: 'integer',
    due_at: 'timestamptz',
  });
  const parameter = (reports: readonly WaitingReport[]) =>
    kept.parameter(
      reports.map((report) => ({
        owner: report.organizationId,
        place: report.channelId,
        post: storable(report.messageId),
        sent_until: report.sentUntil,
        state: report.state,
        problem: storable(report.problem),
        received_at: report.receivedAt,
        tries: report.tries,
        due_at: report.dueAt,
      })),
    );

  return {
    async wait(reports) {
      if (reports.length === 0) return;
      // Ordered, so that two instances do not deadlock.
      await sql.run(
        `INSERT INTO waiting_report
           (organization_id, channel_id, message_id, sent_until, state, problem, received_at, tries, due_at)
         SELECT owner, place, post, sent_until, state, problem, received_at, tries, due_at FROM ${kept.table} WHERE true
         ORDER BY post, owner, place, state
         ON CONFLICT (message_id, organization_id, channel_id, state) DO UPDATE SET sent_until = excluded.sent_until,
           problem = excluded.problem, received_at = excluded.received_at, tries = excluded.tries, due_at = excluded.due_at`,
        [parameter(reports)],
      );
    },

    waiting: (until, limit) =>
      sql.all<WaitingReportRow>('SELECT * FROM waiting_report WHERE due_at <= ? ORDER BY due_at LIMIT ?', [
        until,
        limit,
      ]),

    async removeWaiting(reports) {
      if (reports.length === 0) return;
      await sql.run(
        // The first condition finds the rows in the index.
        `DELETE FROM waiting_report WHERE ${among(engine, 'message_id')}
           AND (organization_id, channel_id, message_id, state, received_at) IN (
             SELECT owner, place, post, kept.state, kept.received_at FROM ${kept.table})`,
        [JSON.stringify(reports.map(({ messageId }) => storable(messageId))), parameter(reports)],
      );
    },
  };
}
