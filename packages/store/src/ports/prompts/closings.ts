import type { PromptStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import { skipLocked, type Port } from '../port.js';
import type { PromptRow } from '../../sql/rows.js';

type Closings = Pick<PromptStore, 'claimClosings' | 'confirmed' | 'endClosings' | 'nextClosing'>;

/** A plan that does not know the limit expects a tenth of all prompts, and reads all of them to find these. */
const MAX_CLAIMED = 100;

/**
 * The part of the prompts' port that updates the chat messages of closed prompts. `close_due_at` is both schedule and claim;
 * what is due is found in `prompt_closing`, which triggers keep up to date.
 */
export function closingStore(port: Port): Closings {
  const { engine, sql } = port;
  const ended = batchOf(
    engine,
    'ended',
    {
      owner: 'text',
      prompt_num: 'integer',
      claimed_until: 'timestamptz',
      number: 'integer',
      next_at: 'timestamptz',
      updated_at: 'timestamptz',
      again_at: 'timestamptz',
    },
    'prompt_num',
  );
  const isAgain = 'again_at IS NOT NULL AND (consumed_at IS NOT NULL OR withdrawn_at IS NOT NULL)';
  // Found by number: the planner would read all prompts that are due for the time of the claim.
  const end = `
    UPDATE prompt SET close_due_at = CASE WHEN ${isAgain} THEN again_at ELSE next_at END,
      close_attempts = CASE WHEN ${isAgain} THEN 0 ELSE close_attempts END,
      message_closed_at = coalesce(updated_at, message_closed_at)
    FROM ${ended.table}
    WHERE organization_id = owner AND num = prompt_num AND (close_due_at = claimed_until) IS TRUE AND close_attempts = number
    RETURNING close_attempts`;
  const ofPlatforms = among(engine, 'c.platform');
  // The prompt is locked, not its row here: all others lock the prompt first, too. The lateral select looks each up by its key.
  const notLocked =
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (
           SELECT 1 FROM prompt p WHERE p.organization_id = c.organization_id AND p.num = c.num ${skipLocked(port)}) AS free`
      : '';
  return {
    async claimClosings(now, until, limit, platforms) {
      const prompts = await sql.all<PromptRow>(
        `WITH due AS (
           SELECT organization_id, num FROM (
             SELECT c.organization_id, c.num FROM prompt_closing c ${notLocked}
             WHERE c.due_at <= ? AND ${ofPlatforms} ORDER BY c.due_at LIMIT ?
           ) AS chosen LIMIT ${MAX_CLAIMED}
         )
         UPDATE prompt SET close_due_at = ?, close_attempts = close_attempts + 1
         WHERE (organization_id, num) IN (SELECT organization_id, num FROM due) AND close_due_at <= ?
         RETURNING *`,
        [now, JSON.stringify(platforms), Math.min(limit, MAX_CLAIMED), until, now],
      );
      return prompts.map((prompt) => ({ prompt, until }));
    },

    async confirmed(organizationId, num) {
      await sql.run('UPDATE prompt SET confirm_to = NULL WHERE organization_id = ? AND num = ?', [organizationId, num]);
    },

    async endClosings(closings) {
      if (closings.length === 0) return false;
      const rows = closings.map(({ closing: { prompt, until }, retryAt, messageClosedAt, againAt }) => ({
        owner: prompt.organizationId,
        prompt_num: prompt.num,
        claimed_until: until,
        number: prompt.closeAttempts,
        next_at: retryAt,
        updated_at: messageClosedAt,
        again_at: againAt ?? null,
      }));
      const changed = await sql.all<Pick<PromptRow, 'closeAttempts'>>(end, [ended.parameter(rows)]);
      return changed.some(({ closeAttempts }) => closeAttempts === 0);
    },

    async nextClosing(platforms) {
      const next = await sql.first<{ dueAt: Date }>(
        `SELECT due_at FROM prompt_closing c WHERE ${ofPlatforms} ORDER BY due_at LIMIT 1`,
        [JSON.stringify(platforms)],
      );
      return next?.dueAt ?? null;
    },
  };
}
