import type { PromptMessage, PromptStore } from '@gateway/core';
import { auditStep } from '../records/audit.js';
import { batchOf } from '../../sql/batch.js';
import { linkStep } from '../idempotency.js';
import type { Port } from '../port.js';
import type { Sql, SqlValue } from '../../sql/sql.js';
import { runSteps, runUnit, type Step } from '../../sql/steps.js';
import { promptEvent, streamEventStep } from '../deliveries/stream-events.js';
import type { PromptMessageRow, PromptRow } from '../../sql/rows.js';

type Posting = Pick<PromptStore, 'posted' | 'repost' | 'noteMessage' | 'linkMessages' | 'discard' | 'orphanAbandoned'>;

/** The state of a prompt that is found by its number. For an equation, PostgreSQL would search all that are or were in this state. */
const isPosting = `(state = 'posting') IS TRUE`;

/** The maximum number of messages that are known only from presses. */
const MAX_OTHER_MESSAGES = 20;

/** The part of the prompts' port that handles instances which crash while the platform posts. */
export function postingStore(port: Port): Posting {
  const { engine, sql, announce } = port;
  const eventsAfter = streamEventStep(engine);

  const linkStatement = messageLinks(engine);

  return {
    async posted(organizationId, num, { messageId, messageIds, ref }, audit) {
      const follow = [
        messagesStep(engine, 'posted', new Set([messageId, ...messageIds])),
        ...(audit ? [auditStep('posted', audit)] : []),
      ];
      const { posted } = await runUnit<{ posted: PromptRow }>(port, [
        {
          name: 'posted',
          statement: `
            UPDATE prompt SET state = 'pending', message_id = ?, message_ref = ?
            WHERE organization_id = ? AND num = ? AND ${isPosting} RETURNING *`,
          params: [messageId, ref && JSON.stringify(ref), organizationId, num],
        },
        ...follow,
        eventsAfter('posted', [promptEvent('prompt.created', { organizationId, num }, null)]),
      ]);
      // Otherwise it was answered before this point, which has appended its event, or posted by another request with the same key.
      const prompt =
        posted ??
        (await sql.write(async (tx) => {
          const earlier = await lockPrompt(tx, organizationId, num);
          if (!earlier) return null;
          const kept = await keepMessage(tx, earlier, { messageId, ref }, 'posted');
          const found = {
            name: 'posted',
            statement: 'SELECT organization_id, channel_id, num FROM prompt WHERE organization_id = ? AND num = ?',
            params: [organizationId, num],
          };
          await runSteps(engine, tx, [found, ...follow]);
          return kept;
        }));
      if (prompt) announce({ kind: 'prompt', organizationId, num });
      return prompt;
    },

    async repost(organizationId, num, expiresAt) {
      const [prompt] = await sql.all<PromptRow>(
        `UPDATE prompt SET post_attempts = post_attempts + 1, expires_at = ?
         WHERE organization_id = ? AND num = ? AND ${isPosting} RETURNING *`,
        [expiresAt, organizationId, num],
      );
      return prompt ?? null;
    },

    async noteMessage(organizationId, num, messageId) {
      await sql.write(async (tx) => {
        const prompt = await lockPrompt(tx, organizationId, num);
        if (prompt) await keepMessage(tx, prompt, { messageId, ref: null }, 'pressed');
      });
      announce({ kind: 'prompt', organizationId, num });
    },

    async linkMessages({ organizationId, num, channelId }, messageIds) {
      await sql.run(...linkStatement({ organizationId, channelId, promptNum: num }, messageIds, false));
    },

    async discard({ organizationId, num, postAttempts }, claim = null, left = []) {
      const whose = `organization_id = ? AND num = ? AND ${isPosting} AND post_attempts = ?`;
      const params = [organizationId, num, postAttempts];
      const others = left.map((messageId): PromptMessage => ({ messageId, ref: null })).slice(0, MAX_OTHER_MESSAGES);
      const { discarded } = await runUnit<{ discarded: object }>(port, [
        others.length === 0
          ? { name: 'discarded', statement: `DELETE FROM prompt WHERE ${whose} RETURNING num`, params }
          : {
              name: 'discarded',
              statement: `
                UPDATE prompt SET state = 'orphaned', step_due_at = NULL, close_due_at = created_at, other_messages = ?
                WHERE ${whose} RETURNING organization_id, channel_id, num`,
              params: [JSON.stringify(others), ...params],
            },
        ...(others.length > 0 ? [messagesStep(engine, 'discarded', left)] : []),
        ...(claim ? [linkStep('discarded', 'NULL', claim)] : []),
      ]);
      return discarded !== undefined;
    },

    orphanAbandoned: ({ before, now, removeBefore }) =>
      sql.write(async (tx) => {
        await tx.run(
          `UPDATE prompt SET state = 'orphaned', step_due_at = NULL, close_due_at = CASE WHEN other_messages IS NOT NULL THEN created_at END
           WHERE state = 'posting' AND created_at < ? AND NOT EXISTS (
             SELECT 1 FROM idempotent_request request
             WHERE request.organization_id = prompt.organization_id AND request.prompt_num = prompt.num
               AND request.status IS NULL AND request.expires_at > ?)`,
          [before, now],
        );
        await tx.run(`DELETE FROM prompt WHERE state = 'orphaned' AND created_at < ? AND close_due_at IS NULL`, [
          removeBefore,
        ]);
      }),
  };
}

/** The statement that lets replies to messages of a channel find the prompt. */
export function messageLinks(engine: Port['engine']) {
  const shown = batchOf(engine, 'shown', { id: 'text' });
  const statement = `
    INSERT INTO prompt_message (organization_id, channel_id, message_id, prompt_num, is_part)
    SELECT ?, ?, shown.id, ?, ? FROM ${shown.table} WHERE true
    ON CONFLICT (organization_id, channel_id, message_id) DO UPDATE SET prompt_num = excluded.prompt_num`;
  return (
    { organizationId, channelId, promptNum }: Pick<PromptMessageRow, 'organizationId' | 'channelId' | 'promptNum'>,
    messageIds: Iterable<string>,
    isPart: boolean,
  ): [statement: string, params: SqlValue[]] => {
    const ids = [...new Set(messageIds)].filter((id) => id !== '').map((id) => ({ id }));
    return [statement, [organizationId, channelId, promptNum, isPart, shown.parameter(ids)]];
  };
}

/**
 * The step that lets replies to the messages find the prompt, once the step `after` has returned it. `noteIn`: the channel of the
 * messages if they are a note about the prompt.
 */
export function messagesStep(
  engine: Port['engine'],
  after: string,
  ids: Iterable<string>,
  noteIn: string | null = null,
): Step {
  const sent = batchOf(engine, 'sent', { id: 'text' });
  const channel = noteIn === null ? `${after}.channel_id` : 'CAST(? AS text)';
  const isPart = noteIn === null;
  return {
    name: 'known_messages',
    statement: `
      INSERT INTO prompt_message (organization_id, channel_id, message_id, prompt_num, is_part)
      SELECT ${after}.organization_id, ${channel}, sent.id, ${after}.num, ${isPart} FROM ${after}, ${sent.table} WHERE true
      ON CONFLICT (organization_id, channel_id, message_id) DO UPDATE SET prompt_num = excluded.prompt_num`,
    params: [...(noteIn === null ? [] : [noteIn]), sent.parameter([...ids].map((id) => ({ id })))],
  };
}

/** Returns the prompt and locks it against other units of work until this one ends. */
export async function lockPrompt(tx: Sql, organizationId: string, num: number): Promise<PromptRow | undefined> {
  return await tx.first<PromptRow>(
    'UPDATE prompt SET post_attempts = post_attempts WHERE organization_id = ? AND num = ? RETURNING *',
    [organizationId, num],
  );
}

/**
 * Adds a message to those that carry the prompt's buttons. The first one posted is the prompt's own message; later ones and
 * those known only from a press are the others. A new message is due for closing if the prompt is closed.
 */
export async function keepMessage(
  tx: Sql,
  prompt: PromptRow,
  message: PromptMessage,
  how: 'posted' | 'pressed',
): Promise<PromptRow> {
  const { organizationId, num, messageId, messageRef: ref } = prompt;
  const others = prompt.otherMessages ?? [];
  const isKnown = [messageId, ...others.map((other) => other.messageId)].includes(message.messageId);
  if (how === 'pressed' && (isKnown || others.length >= MAX_OTHER_MESSAGES)) return prompt;
  const isOwn = how === 'posted' && (messageId === null || messageId === message.messageId);
  const own = isOwn ? message : { messageId, ref };
  const rest = others.filter((other) => other.messageId !== message.messageId);
  if (!isOwn) rest.push(message);
  const isClosed = `state IN ('answered', 'expired', 'orphaned')`;
  const [kept] = await tx.all<PromptRow>(
    `UPDATE prompt SET message_id = ?, message_ref = ?, other_messages = ?, message_closed_at = NULL,
       close_due_at = CASE WHEN ${isClosed} THEN COALESCE(answered_at, created_at) ELSE close_due_at END,
       close_attempts = CASE WHEN ${isClosed} THEN 0 ELSE close_attempts END
     WHERE organization_id = ? AND num = ? RETURNING *`,
    [
      own.messageId,
      own.ref && JSON.stringify(own.ref),
      rest.length > 0 ? JSON.stringify(rest) : null,
      organizationId,
      num,
    ],
  );
  return kept ?? prompt;
}
