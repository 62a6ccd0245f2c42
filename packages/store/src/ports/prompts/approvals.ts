import type { ApprovalStore, Consumption, EndShown, NewAuditEntry } from '@gateway/core';
import type { DeliveryRow, PromptRow } from '../../sql/rows.js';
import type { SqlValue } from '../../sql/sql.js';
import { storableJson } from '../../sql/storable.js';
import { runUnit } from '../../sql/steps.js';
import { auditStep } from '../records/audit.js';
import { eventStep } from '../deliveries/events.js';
import { grantEnded, messageDue } from '../people/grants.js';
import { finishedStep, heldStep } from '../idempotency.js';
import { claimedOf, deliveryStep } from '../deliveries/outbox.js';
import type { Port } from '../port.js';
import { postsStep } from './posts.js';
import { deliveryEvent, promptEvent, streamEventStep } from '../deliveries/stream-events.js';

const usable = `organization_id = ? AND num = ? AND (state = 'answered') IS TRUE AND consumed_at IS NULL AND withdrawn_at IS NULL`;

/** The update of the messages is due, if there are any and it is not due or claimed already. */
const updateDue = `
  close_due_at = CASE WHEN close_due_at IS NULL AND message_id IS NOT NULL AND answered_at >= ? THEN ? ELSE close_due_at END,
  close_attempts = CASE WHEN close_due_at IS NULL AND message_id IS NOT NULL AND answered_at >= ? THEN ? ELSE close_attempts END`;

function updateDueParams({ answeredSince, claimedUntil }: EndShown, at: Date) {
  return [answeredSince, claimedUntil ?? at, answeredSince, claimedUntil ? 1 : 0];
}

const endedBy = ({ actorKind, actorId: id, actorName: name }: NewAuditEntry) => ({
  kind: actorKind === 'operator' ? 'operator' : 'person',
  id,
  name,
});

/** What gave an approval without a person must still be in force. */
function inForce(organizationId: string, by: Consumption['by'], at: Date): [condition: string, params: SqlValue[]] {
  if (by === null) return ['', []];
  if ('grantId' in by)
    return [
      `AND EXISTS (
         SELECT 1 FROM action_grant g
         JOIN rule r ON r.organization_id = g.organization_id AND r.rule_id = g.rule_id AND r.version = g.rule_version
         WHERE g.organization_id = ? AND g.grant_id = ? AND g.ended_at IS NULL AND g.until > ?
       )`,
      [organizationId, by.grantId, at],
    ];
  return [
    'AND EXISTS (SELECT 1 FROM rule r WHERE r.organization_id = ? AND r.rule_id = ? AND r.version = ?)',
    [organizationId, by.ruleId, by.version],
  ];
}

/** The use and the end of approvals. The row of the prompt decides which call counts. */
export function approvalStore(port: Port): ApprovalStore {
  const { engine, sql, announce } = port;
  const eventsAfter = streamEventStep(engine);
  const isServer = engine === 'postgresql';

  return {
    async consume({ organizationId, num, at, keyId, until, by, remember, audit, shown }) {
      // An embedded database has the clock of this process.
      const inTime = until === null ? '' : `AND ? >= ${isServer ? 'clock_timestamp()' : '?'}`;
      const [isInForce, inForceParams] = inForce(organizationId, by, at);
      const times = until === null ? [] : [until, ...(isServer ? [] : [at])];
      const { consumed } = await runUnit<{ consumed: PromptRow }>(port, [
        ...(remember ? [heldStep(port, remember.claim)] : []),
        {
          name: 'consumed',
          statement: `
            UPDATE prompt SET consumed_at = ?, consumed_by = ?, ${updateDue} ${remember ? 'FROM held' : ''}
            WHERE ${usable} ${inTime} ${isInForce} RETURNING prompt.*`,
          params: [at, keyId, ...updateDueParams(shown, at), organizationId, num, ...times, ...inForceParams],
        },
        ...(remember ? [finishedStep('consumed', remember)] : []),
        auditStep('consumed', audit),
        eventsAfter('consumed', [promptEvent('prompt.consumed', { organizationId, num }, at)]),
      ]);
      if (consumed) announce({ kind: 'prompt', organizationId, num });
      return consumed ?? null;
    },

    async isPast(time, now) {
      if (!isServer) return time < now;
      const row = await sql.first<{ past: boolean }>('SELECT CAST(? AS timestamptz) < clock_timestamp() AS past', [
        time,
      ]);
      return row?.past === true;
    },

    async withdraw({ organizationId, num, at, answeredSince, delivery, posts, audit, event }) {
      type Rows = { seen: object; withdrawn: PromptRow; enqueued: DeliveryRow };
      const { seen, withdrawn, enqueued } = await runUnit<Rows>(port, [
        ...(event ? [eventStep({ ...event, organizationId, at })] : []),
        {
          name: 'withdrawn',
          statement: `
            UPDATE prompt SET withdrawn_at = ?, ${updateDue} ${event ? 'FROM seen' : ''}
            WHERE ${usable} AND answered_at >= ? RETURNING prompt.*`,
          params: [
            at,
            ...updateDueParams({ answeredSince, claimedUntil: null }, at),
            organizationId,
            num,
            answeredSince,
          ],
        },
        auditStep('withdrawn', audit),
        {
          name: 'ended_grant',
          statement: `
            UPDATE action_grant SET ended_at = ?, ended_reason = 'taken_back', ended_by = ?, ${messageDue} FROM withdrawn
            WHERE action_grant.organization_id = withdrawn.organization_id AND prompt_num = withdrawn.num
              AND ended_at IS NULL AND until > ?
            RETURNING action_grant.grant_id`,
          params: [at, storableJson(endedBy(audit)), at, at],
        },
        auditStep('ended_grant', grantEnded(audit, '', 'taken_back'), 'grant_audited', 'grant_id'),
        ...(delivery ? [deliveryStep('withdrawn', delivery)] : []),
        ...(posts.length > 0 ? [postsStep(engine, 'withdrawn', posts)] : []),
        eventsAfter('withdrawn', [
          promptEvent('prompt.withdrawn', { organizationId, num }, at),
          ...(delivery ? [deliveryEvent(delivery, at)] : []),
        ]),
      ]);
      if (event && !seen) return 'duplicate';
      if (!withdrawn) return null;
      announce({ kind: 'prompt', organizationId, num });
      const claimed = claimedOf(enqueued);
      if (delivery && !claimed) announce({ kind: 'delivery' });
      return { prompt: withdrawn, delivery: claimed };
    },
  };
}
