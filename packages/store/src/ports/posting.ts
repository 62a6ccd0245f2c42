import type { PromptMessage, PromptStore } from '@gateway/core';
import { linkPrompt } from './idempotency.js';
import type { Port } from './port.js';
import type { Sql } from '../sql/sql.js';
import type { PromptRow } from '../sql/rows.js';

type Posting = Pick<PromptStore, 'repost' | 'noteMessage' | 'discard' | 'orphanAbandoned'>;

/** The maximum number of messages that are known only from presses. */
const MAX_OTHER_MESSAGES = 20;

/** The part of the prompts' port that handles instances which crash while the platform posts. */
export function postingStore({ sql, announce }: Port): Posting {
  return {
    async repost(organizationId, num, expiresAt) {
      const [prompt] = await sql.all<PromptRow>(
        `UPDATE prompt SET post_attempts = post_attempts + 1, expires_at = ?
         WHERE organization_id = ? AND num = ? AND state = 'posting' RETURNING *`,
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

    discard: ({ organizationId, num, postAttempts }, claim = null) =>
      sql.write(async (tx) => {
        const discarded = await tx.run(
          `DELETE FROM prompt WHERE organization_id = ? AND num = ? AND state = 'posting' AND post_attempts = ?`,
          [organizationId, num, postAttempts],
        );
        if (discarded === 1 && claim) await linkPrompt(tx, claim, null);
        return discarded === 1;
      }),

    orphanAbandoned: ({ before, now, removeBefore }) =>
      sql.write(async (tx) => {
        await tx.run(
          `UPDATE prompt SET state = 'orphaned', close_due_at = CASE WHEN other_messages IS NOT NULL THEN created_at END
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

/** Returns the prompt and locks it against other units of work until this one ends. */
export async function lockPrompt(tx: Sql, organizationId: string, num: number): Promise<PromptRow | undefined> {
  const [prompt] = await tx.all<PromptRow>(
    'UPDATE prompt SET post_attempts = post_attempts WHERE organization_id = ? AND num = ? RETURNING *',
    [organizationId, num],
  );
  return prompt;
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
    `UPDATE prompt SET message_id = ?, message_ref = ?, other_messages = ?,
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
