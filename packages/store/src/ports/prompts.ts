import { Refusal, type Answer, type ClosedPrompt, type NewDelivery, type PromptStore } from '@gateway/core';
import { writeAudit } from './audit.js';
import { closingStore } from './closings.js';
import { among } from '../sql/conditions.js';
import { firstSeen } from './events.js';
import { linkPrompt } from './idempotency.js';
import { deliveryInserter, enqueue } from './outbox.js';
import { skipLocked, type Port } from './port.js';
import { keepMessage, lockPrompt, postingStore } from './posting.js';
import { closedAmong, largestNum, listPrompts } from './prompt-list.js';
import { insertInto } from '../sql/insert.js';
import type { Sql } from '../sql/sql.js';
import { storable } from '../sql/storable.js';
import {
  deliveryEvent,
  promptEvent,
  appendStreamEvents,
  streamEventWriter,
  type NewStreamEvent,
} from './stream-events.js';
import type { DeliveryRow, PromptRow, OrganizationRow } from '../sql/rows.js';

export function promptStore(port: Port): PromptStore {
  const { engine, sql, announce } = port;
  const appendEvents = streamEventWriter(engine);
  const insertAll = deliveryInserter(engine);

  function announceClosed(
    { organizationId, num }: Pick<PromptRow, 'organizationId' | 'num'>,
    delivery: NewDelivery | null,
    claimed: DeliveryRow | null,
  ): void {
    announce({ kind: 'prompt', organizationId, num });
    if (delivery && !claimed) announce({ kind: 'delivery' });
  }

  return {
    ...closingStore(port),
    ...postingStore(port),

    open: (prompt, claim = null) =>
      sql.write(async (tx) => {
        const [organization] = await tx.all<Pick<OrganizationRow, 'promptSeq'>>(
          'UPDATE organization SET prompt_seq = prompt_seq + 1 WHERE id = ? RETURNING prompt_seq',
          [prompt.organizationId],
        );
        if (!organization) throw new Error(`There is no organization ${prompt.organizationId}.`);
        const num = organization.promptSeq;
        if (claim && !(await linkPrompt(tx, claim, num)))
          throw new Refusal(
            'conflict',
            'Another request with this Idempotency-Key has begun: repeat it in a moment.',
            null,
            { code: 'idempotency_in_progress', retryAfterSec: 1 },
          );
        const [statement, params] = insertInto('prompt', {
          ...prompt,
          num,
          options: JSON.stringify(prompt.options),
          state: 'posting',
        });
        const [row] = await tx.all<PromptRow>(`${statement} RETURNING *`, params);
        return row as PromptRow;
      }),

    async posted(organizationId, num, { messageId, messageIds, ref }, audit) {
      const prompt = await sql.write(async (tx) => {
        const [confirmed] = await tx.all<PromptRow>(
          `UPDATE prompt SET state = 'pending', message_id = ?, message_ref = ?
           WHERE organization_id = ? AND num = ? AND state = 'posting' RETURNING *`,
          [messageId, ref && JSON.stringify(ref), organizationId, num],
        );
        // It was answered before this point, or posted by another request with the same key.
        const earlier = confirmed ? undefined : await lockPrompt(tx, organizationId, num);
        const prompt = earlier ? await keepMessage(tx, earlier, { messageId, ref }, 'posted') : confirmed;
        if (!prompt) return null;
        for (const id of new Set([messageId, ...messageIds])) {
          await tx.run(
            `INSERT INTO prompt_message (organization_id, channel_id, message_id, prompt_num) VALUES (?, ?, ?, ?)
             ON CONFLICT (organization_id, channel_id, message_id) DO UPDATE SET prompt_num = excluded.prompt_num`,
            [organizationId, prompt.channelId, id, num],
          );
        }
        await writeAudit(tx, audit);
        // If it was answered before this point, its event has been appended already.
        if (confirmed)
          await appendStreamEvents(tx, promptEvent('prompt.created', { organizationId, num }, prompt.createdAt));
        return prompt;
      });
      if (prompt) announce({ kind: 'prompt', organizationId, num });
      return prompt;
    },

    async get(organizationId, num) {
      if (num > largestNum) return null;
      const where = 'organization_id = ? AND num = ?';
      return (await sql.first<PromptRow>(`SELECT * FROM prompt WHERE ${where}`, [organizationId, num])) ?? null;
    },

    list: (organizationId, filter, page) => listPrompts(port, organizationId, filter, page),

    closedAmong: (organizationId, nums, now) => closedAmong(port, organizationId, nums, now),

    isPosting: async (organizationId, channelIds, since) =>
      (await sql.first(
        `SELECT num FROM prompt WHERE organization_id = ? AND state = 'posting' AND ${among(engine, 'channel_id')} AND created_at > ? LIMIT 1`,
        [organizationId, JSON.stringify(channelIds), since],
      )) !== undefined,

    byMessage: async (organizationId, channelIds, messageId) =>
      (await sql.first<PromptRow>(
        `SELECT prompt.* FROM prompt_message m
         JOIN prompt ON prompt.organization_id = m.organization_id AND prompt.num = m.prompt_num
         WHERE m.organization_id = ? AND ${among(engine, 'm.channel_id')} AND m.message_id = ?
         ORDER BY prompt.num DESC LIMIT 1`,
        [organizationId, JSON.stringify(channelIds), messageId],
      )) ?? null,

    async answer(answer) {
      const result = await sql.write((tx) => answerWithin(tx, answer));
      if (result.outcome === 'answered') announceClosed(answer, answer.delivery, result.delivery);
      return result;
    },

    async expireDue(now, limit, deliveryOf) {
      let deliveries: NewDelivery[] = [];
      const prompts = await sql.write(async (tx) => {
        const expired = await tx.all<PromptRow>(
          `WITH due AS (
             SELECT organization_id, num FROM prompt WHERE state = 'pending' AND expires_at <= ?
             ORDER BY expires_at LIMIT ? ${skipLocked(port)}
           )
           UPDATE prompt SET state = 'expired', closed_reason = 'ttl', close_due_at = ?
           WHERE (organization_id, num) IN (SELECT organization_id, num FROM due)
           RETURNING *`,
          [now, limit, now],
        );
        deliveries = expired.map(deliveryOf).filter((delivery) => delivery !== null);
        await insertAll(tx, deliveries);
        await appendEvents(tx, [
          ...expired.map((prompt) => promptEvent('prompt.expired', prompt, now)),
          ...deliveries.map((delivery) => deliveryEvent(delivery, now)),
        ]);
        return expired;
      });
      announce(...prompts.map(({ organizationId, num }) => ({ kind: 'prompt', organizationId, num }) as const));
      if (deliveries.length > 0) announce({ kind: 'delivery' });
      return prompts;
    },

    async cancel(organizationId, num, at, delivery, audit) {
      const result = await sql.write<ClosedPrompt<'cancelled' | 'closed'>>(async (tx) => {
        const [prompt] = await tx.all<PromptRow>(
          `UPDATE prompt SET state = 'expired', closed_reason = 'cancelled', close_due_at = ?
           WHERE organization_id = ? AND num = ? AND state = 'pending' AND (expires_at IS NULL OR expires_at > ?)
           RETURNING *`,
          [at, organizationId, num, at],
        );
        if (!prompt) return { outcome: 'closed', prompt: null, delivery: null };
        await writeAudit(tx, audit);
        return {
          outcome: 'cancelled',
          prompt,
          delivery: await enqueueOr(tx, delivery, promptEvent('prompt.expired', prompt, at)),
        };
      });
      if (result.outcome === 'cancelled') announceClosed({ organizationId, num }, delivery, result.delivery);
      return result;
    },

    async nextExpiry() {
      const next = await sql.first<Pick<PromptRow, 'expiresAt'>>(
        `SELECT expires_at FROM prompt WHERE state = 'pending' AND expires_at IS NOT NULL ORDER BY expires_at LIMIT 1`,
      );
      return next?.expiresAt ?? null;
    },
  };
}

/** For a closed prompt the event stays recorded, so that its repeat is a duplicate without another notification. */
async function answerWithin(tx: Sql, answer: Answer): Promise<ClosedPrompt<'answered' | 'closed' | 'duplicate'>> {
  const { organizationId, num, at, type, value, by, confirmTo, delivery, event, closeUntil, pressedMessageId, audit } =
    answer;
  const unchanged = { prompt: null, delivery: null };
  if (event && !(await firstSeen(tx, { ...event, organizationId, at }))) return { outcome: 'duplicate', ...unchanged };
  const [answered] = await tx.all<PromptRow>(
    `UPDATE prompt SET state = 'answered', answered_at = ?, answer_type = ?, answer = ?, answered_by_id = ?,
       answered_by_username = ?, answered_by_name = ?, close_due_at = ?, close_attempts = ?, confirm_to = ?
     WHERE organization_id = ? AND num = ? AND state IN ('posting', 'pending') AND (expires_at IS NULL OR expires_at > ?)
     RETURNING *`,
    [
      at,
      type,
      storable(value),
      by.id,
      storable(by.username),
      storable(by.name),
      closeUntil ?? at,
      closeUntil ? 1 : 0,
      confirmTo,
      organizationId,
      num,
      at,
    ],
  );
  if (!answered) return { outcome: 'closed', ...unchanged };
  const isKnown = pressedMessageId === undefined || pressedMessageId === answered.messageId;
  const prompt = isKnown
    ? answered
    : await keepMessage(tx, answered, { messageId: pressedMessageId, ref: null }, 'pressed');
  await writeAudit(tx, audit);
  const events = [promptEvent('prompt.answered', answer, at)];
  // The answer arrived before the platform's confirmation, so the creation event has not been appended yet.
  if (answered.messageId === null) events.unshift(promptEvent('prompt.created', answer, answered.createdAt));
  return { outcome: 'answered', prompt, delivery: await enqueueOr(tx, delivery, ...events) };
}

/** Appends the events, with the delivery if there is one. Returns the delivery if it was inserted as claimed. */
async function enqueueOr(
  tx: Sql,
  delivery: NewDelivery | null,
  ...events: readonly NewStreamEvent[]
): Promise<DeliveryRow | null> {
  if (delivery) return await enqueue(tx, delivery, ...events);
  await appendStreamEvents(tx, ...events);
  return null;
}
