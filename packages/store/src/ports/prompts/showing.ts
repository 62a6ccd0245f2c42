import type { ShowingStore } from '@gateway/core';
import { eventStep } from '../deliveries/events.js';
import { deliveryInserter } from '../deliveries/outbox.js';
import type { Port } from '../port.js';
import { keepMessage, lockPrompt, messagesStep } from './posting.js';
import type { PromptRow } from '../../sql/rows.js';
import { runUnit, type Step } from '../../sql/steps.js';
import { deliveryEvent, promptEvent, streamEventStep, streamEventWriter } from '../deliveries/stream-events.js';

/** The part of the prompts' port that posts the questions of templates. `show_after` is both the mark of a waiting question and a claim. */
export function showingStore(port: Port): ShowingStore {
  const { engine, sql, announce } = port;
  const eventsAfter = streamEventStep(engine);
  const appendEvents = streamEventWriter(engine);
  const insertAll = deliveryInserter(engine);

  return {
    async beginShowing(organizationId, num, { now, until }) {
      const [prompt] = await sql.all<PromptRow>(
        `UPDATE prompt SET show_after = ?
         WHERE organization_id = ? AND num = ? AND (state = 'pending') IS TRUE AND show_after <= ? RETURNING *`,
        [until, organizationId, num, now],
      );
      return prompt ?? null;
    },

    async releaseShowing(organizationId, num, { now, until }) {
      await sql.run('UPDATE prompt SET show_after = ? WHERE organization_id = ? AND num = ? AND show_after = ?', [
        now,
        organizationId,
        num,
        until,
      ]);
    },

    async shown(organizationId, num, { messageId, messageIds, ref }, { at, ...event }) {
      const isClosed = `state IN ('answered', 'expired')`;
      const recorded: Step = {
        name: 'shown',
        statement: `
          UPDATE prompt SET show_after = NULL, message_id = ?, message_ref = ?,
            delivery_state = CASE WHEN delivery_state IS NULL THEN NULL ELSE 'accepted' END,
            close_due_at = CASE WHEN ${isClosed} THEN COALESCE(answered_at, created_at) END, close_attempts = 0
          WHERE organization_id = ? AND num = ? AND show_after IS NOT NULL RETURNING *`,
        params: [messageId, ref && JSON.stringify(ref), organizationId, num],
      };
      const { shown } = await runUnit<{ shown: PromptRow }>(port, [
        eventStep({ ...event, organizationId, at }),
        recorded,
        messagesStep(engine, 'shown', new Set([messageId, ...messageIds])),
        eventsAfter('shown', [promptEvent('prompt.shown', { organizationId, num }, at)]),
      ]);
      if (!shown) {
        await sql.write(async (tx) => {
          const prompt = await lockPrompt(tx, organizationId, num);
          if (prompt) await keepMessage(tx, prompt, { messageId, ref }, 'pressed');
        });
      }
      announce({ kind: 'prompt', organizationId, num });
      return shown ?? null;
    },

    async notShown(organizationId, num, { detail, at, delivery }) {
      const closed = await sql.write(async (tx) => {
        const rows = await tx.all<Pick<PromptRow, 'num'>>(
          `UPDATE prompt SET state = 'expired', closed_reason = 'undeliverable', closed_detail = ?,
             delivery_state = CASE WHEN delivery_state IS NULL THEN NULL ELSE 'failed' END,
             step_due_at = NULL, undeliverable_at = ?, close_due_at = CASE WHEN terms IS NOT NULL THEN CAST(? AS timestamptz) END
           WHERE organization_id = ? AND num = ? AND (state = 'pending') IS TRUE AND show_after IS NOT NULL RETURNING num`,
          [detail, at, at, organizationId, num],
        );
        if (rows.length === 0) return false;
        await insertAll(tx, delivery ? [delivery] : []);
        await appendEvents(tx, [
          promptEvent('prompt.expired', { organizationId, num }, at),
          ...(delivery ? [deliveryEvent(delivery, at)] : []),
        ]);
        return true;
      });
      announce({ kind: 'prompt', organizationId, num });
      if (closed && delivery) announce({ kind: 'delivery' });
      return closed;
    },
  };
}
