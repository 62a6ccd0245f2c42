import type { PromptRow, PromptStore } from '@gateway/core';
import { skipLocked, type Port } from './port.js';

type Closings = Pick<PromptStore, 'claimClosings' | 'confirmed' | 'endClosing' | 'nextClosing'>;

/** The part of the prompts' port that brings chat messages up to date; `close_due_at` is both schedule and claim. */
export function closingStore(port: Port): Closings {
  const { sql } = port;
  return {
    async claimClosings(now, until, limit) {
      const prompts = await sql.all<PromptRow>(
        `WITH due AS (
           SELECT organization_id, num FROM prompt WHERE close_due_at <= ? ORDER BY close_due_at LIMIT ? ${skipLocked(port)}
         )
         UPDATE prompt SET close_due_at = ?, close_attempts = close_attempts + 1
         WHERE (organization_id, num) IN (SELECT organization_id, num FROM due)
         RETURNING *`,
        [now, limit, until],
      );
      return prompts.map((prompt) => ({ prompt, until }));
    },

    async confirmed(organizationId, num) {
      await sql.run('UPDATE prompt SET confirm_to = NULL WHERE organization_id = ? AND num = ?', [organizationId, num]);
    },

    async endClosing({ prompt, until }, retryAt) {
      await sql.run(
        `UPDATE prompt SET close_due_at = ?
         WHERE organization_id = ? AND num = ? AND close_due_at = ? AND close_attempts = ?`,
        [retryAt, prompt.organizationId, prompt.num, until, prompt.closeAttempts],
      );
    },

    async nextClosing() {
      const next = await sql.first<{ closeDueAt: Date }>(
        'SELECT close_due_at FROM prompt WHERE close_due_at IS NOT NULL ORDER BY close_due_at LIMIT 1',
      );
      return next?.closeDueAt ?? null;
    },
  };
}
