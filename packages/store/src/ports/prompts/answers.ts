import type { Answer, ClosedPrompt, NewAuditEntry, NewDelivery, PromptStore } from '@gateway/core';
import { auditStep } from '../records/audit.js';
import { firstSeen, eventStep } from '../deliveries/events.js';
import { keepFilesStep } from '../channels/hosted-files.js';
import { claimedOf, deliveryStep } from '../deliveries/outbox.js';
import type { Port } from '../port.js';
import { grantSteps } from '../people/grants.js';
import { keepMessage, lockPrompt } from './posting.js';
import type { DeliveryRow, PromptRow } from '../../sql/rows.js';
import { runSteps, runUnit, type Step } from '../../sql/steps.js';
import { storable, storableJson } from '../../sql/storable.js';
import { deliveryEvent, promptEvent, streamEventStep } from '../deliveries/stream-events.js';

/** The rows of the steps that close a prompt. */
export interface ClosedRows {
  readonly seen: object;
  readonly closed: PromptRow;
  readonly enqueued: DeliveryRow;
}

const unchanged = { prompt: null, delivery: null };

/** The steps that close a prompt, with what follows from it. */
export function closingSteps({ engine }: Pick<Port, 'engine'>) {
  const eventsAfter = streamEventStep(engine);

  /** What follows from closing a prompt: it is the row of the step `closed`. */
  function effects(
    delivery: NewDelivery | null,
    audit: NewAuditEntry | undefined,
    events: Parameters<typeof eventsAfter>[1],
    where?: string,
  ): Step[] {
    const owed = delivery ? [deliveryEvent(delivery, delivery.createdAt)] : [];
    return [
      ...(audit ? [auditStep('closed', audit)] : []),
      ...(delivery ? [deliveryStep('closed', delivery)] : []),
      eventsAfter('closed', [...events, ...owed], where),
    ];
  }

  /** `after`: the step without which the prompt is not answered. `earlier`: events that come before those of the answer. */
  function answer(answer: Answer, after: string | null, earlier: Parameters<typeof eventsAfter>[1] = []): Step[] {
    const { organizationId, num, at, type, value, by, confirmTo, closeUntil, delivery, audit, detail, grant } = answer;
    const { files = [] } = answer;
    const closed = {
      name: 'closed',
      statement: `
        UPDATE prompt SET state = 'answered', answered_at = ?, answer_type = ?, answer = ?, answer_files = ?,
          answer_detail = ?,          reason_until = ?, decided_by = ?, step_due_at = NULL, answered_by_id = ?, answered_by_username = ?,
          answered_by_name = ?, close_due_at = ?, close_attempts = ?, confirm_to = ?, confirm_target = ?,
          confirm_thread = ?
        ${after === null ? '' : `FROM ${after}`}
        WHERE organization_id = ? AND num = ? AND (state IN ('posting', 'pending')) IS TRUE AND (expires_at IS NULL OR expires_at > ?)
        RETURNING prompt.*`,
      params: [
        at,
        type,
        storable(value),
        files.length > 0 ? storableJson(files) : null,
        detail ? storableJson(detail) : null,
        answer.reasonUntil ?? null,
        detail ? 'person' : null,
        by?.id ?? null,
        storable(by?.username ?? null),
        storable(by?.name ?? null),
        closeUntil ?? at,
        closeUntil ? 1 : 0,
        confirmTo,
        storable(answer.confirmTarget ?? null),
        storable(answer.confirmThread ?? null),
        organizationId,
        num,
        at,
      ],
    };
    // When the answer comes before the platform's confirmation, the creation event has not been appended yet.
    const events = [
      ...earlier,
      promptEvent('prompt.created', answer, null),
      promptEvent('prompt.answered', answer, at),
    ];
    return [
      closed,
      ...(files.length > 0 ? [keepFilesStep(engine, 'closed', files, at)] : []),
      ...(grant ? grantSteps('closed', grant) : []),
      ...effects(delivery, audit, events, 'happened_at IS NOT NULL OR closed.message_id IS NULL'),
    ];
  }

  return { effects, answer };
}

/** The part of the prompts' port that closes prompts at a person's request. */
export function answerStore(port: Port): Pick<PromptStore, 'answer' | 'cancel' | 'takeAnswer'> {
  const { engine, sql, announce } = port;
  const { effects, answer: answerSteps } = closingSteps(port);

  function announceClosed<Outcome>(
    { organizationId, num }: PromptRow,
    delivery: NewDelivery | null,
    result: ClosedPrompt<Outcome>,
  ): ClosedPrompt<Outcome> {
    announce({ kind: 'prompt', organizationId, num });
    if (delivery && !result.delivery) announce({ kind: 'delivery' });
    return result;
  }

  /** Null: the event was recorded before. */
  async function answerRows(answer: Answer): Promise<Partial<ClosedRows> | null> {
    const { organizationId, num, at, event, pressedMessageId: messageId } = answer;
    const key = event && { ...event, organizationId, at };
    if (messageId === undefined) {
      const rows = await runUnit<ClosedRows>(port, [
        ...(key ? [eventStep(key)] : []),
        ...answerSteps(answer, key ? 'seen' : null),
      ]);
      return key && !rows.seen ? null : rows;
    }
    // The prompt is locked: what is written to its messages depends on those that it has.
    return await sql.write(async (tx) => {
      if (key && !(await firstSeen(tx, key))) return null;
      const prompt = await lockPrompt(tx, organizationId, num);
      if (prompt && prompt.messageId !== messageId) await keepMessage(tx, prompt, { messageId, ref: null }, 'pressed');
      return await runSteps<ClosedRows>(engine, tx, answerSteps(answer, null));
    });
  }

  return {
    async answer(answer) {
      const rows = await answerRows(answer);
      if (!rows) return { outcome: 'duplicate', ...unchanged };
      // The event stays recorded, so that its repeat is a duplicate without another notification.
      if (!rows.closed) return { outcome: 'closed', ...unchanged };
      const delivery = claimedOf(rows.enqueued);
      return announceClosed(rows.closed, answer.delivery, { outcome: 'answered', prompt: rows.closed, delivery });
    },

    async cancel(organizationId, num, at, delivery, audit) {
      const { closed, enqueued } = await runUnit<ClosedRows>(port, [
        {
          name: 'closed',
          statement: `
            UPDATE prompt SET state = 'expired', closed_reason = 'cancelled', close_due_at = ?, step_due_at = NULL
            WHERE organization_id = ? AND num = ? AND (state = 'pending') IS TRUE AND (expires_at IS NULL OR expires_at > ?)
            RETURNING *`,
          params: [at, organizationId, num, at],
        },
        ...effects(delivery, audit, [promptEvent('prompt.expired', { organizationId, num }, at)]),
      ]);
      if (!closed) return { outcome: 'closed', ...unchanged };
      return announceClosed(closed, delivery, { outcome: 'cancelled', prompt: closed, delivery: claimedOf(enqueued) });
    },

    async takeAnswer(organizationId, num, at) {
      const taken = await sql.run(
        `UPDATE prompt SET answer_taken_at = ?
         WHERE organization_id = ? AND num = ? AND (state = 'answered') IS TRUE AND answer_taken_at IS NULL`,
        [at, organizationId, num],
      );
      return taken === 1;
    },
  };
}
