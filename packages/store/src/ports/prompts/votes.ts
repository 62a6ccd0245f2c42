import type { PromptRow, VoteRow, VoteStore } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import type { DraftRow } from '../../sql/rows.js';
import { Expression, insertInto } from '../../sql/insert.js';
import type { Sql } from '../../sql/sql.js';
import { runUnit } from '../../sql/steps.js';
import { storable, storableJson } from '../../sql/storable.js';
import { eventStep, firstSeen } from '../deliveries/events.js';
import type { Port } from '../port.js';
import { lockPrompt } from './posting.js';
import { ownedBy, ownerParams, voteCaster } from './vote-casting.js';

const ofPrompt = 'organization_id = ? AND prompt_num = ?';
const ofVoter = `${ofPrompt} AND voter = ?`;

/** Votes. The row of the prompt is locked first, so that the votes of one prompt are counted one after the other. */
export function voteStore(port: Port): VoteStore {
  const { engine, sql, inTurn, announce } = port;
  /** A unit that locks the row of a prompt. */
  const writeOn = <T>(organizationId: string, num: number, work: (tx: Sql) => Promise<T>): Promise<T> =>
    inTurn(`prompt ${organizationId}/${num}`, () => sql.write(work));
  const ofOwner = ownedBy(engine, 'prompt_vote');

  /** Changes the callback that waits for words. `dueAt` null: it goes on waiting. False: it is being sent, or was. */
  async function changeWaiting(
    tx: Sql,
    { organizationId, num }: Pick<PromptRow, 'organizationId' | 'num'>,
    dueAt: Date | null,
    change: (body: string) => string,
  ): Promise<boolean> {
    const [delivery] = await tx.all<{ id: string; body: string }>(
      `SELECT id, body FROM delivery WHERE ${ofPrompt} AND event_type = 'prompt.answered'`,
      [organizationId, num],
    );
    if (!delivery) return true;
    const changed = await tx.all(
      `UPDATE delivery SET body = ?, run_at = coalesce(?, run_at)
       WHERE organization_id = ? AND id = ? AND state = 'pending' AND attempts = 0 AND claimed_by IS NULL RETURNING id`,
      [storable(change(delivery.body)), dueAt, organizationId, delivery.id],
    );
    return changed.length > 0;
  }

  return {
    cast: voteCaster(port),

    of: (organizationId, nums) =>
      sql.all<VoteRow>(
        `SELECT * FROM prompt_vote WHERE organization_id = ? AND ${among(engine, 'prompt_num', 'integer')} ORDER BY at, voter`,
        [organizationId, JSON.stringify(nums)],
      ),

    async giveReason({ organizationId, num, by, isDecider, words, at, event }, withReason) {
      const given = await writeOn(organizationId, num, async (tx) => {
        if (event && !(await firstSeen(tx, { ...event, organizationId, at })))
          return { outcome: 'duplicate', prompt: null } as const;
        const prompt = await lockPrompt(tx, organizationId, num);
        if (!prompt) return { outcome: 'late', prompt: null } as const;
        const { reasonUntil, answerDetail } = prompt;
        const waits = isDecider && reasonUntil !== null && reasonUntil > at && answerDetail !== null;
        const vote = await tx.first<VoteRow>(
          `SELECT * FROM prompt_vote WHERE ${ofPrompt} AND ${ofOwner} AND reason_until > ? ORDER BY at DESC LIMIT 1`,
          [organizationId, num, ...ownerParams(by), at],
        );
        if (!waits && !vote) return { outcome: 'late', prompt } as const;
        if (prompt.state === 'answered') {
          const isChanged = await changeWaiting(tx, prompt, waits ? at : null, (body) =>
            withReason(body, vote ?? null),
          );
          if (waits && !isChanged) return { outcome: 'late', prompt } as const;
        }
        if (vote)
          await tx.run(`UPDATE prompt_vote SET reason = ?, reason_until = NULL WHERE ${ofVoter}`, [
            storable(words),
            organizationId,
            num,
            vote.voter,
          ]);
        if (!waits) return { outcome: 'recorded', prompt } as const;
        const [changed] = await tx.all<PromptRow>(
          `UPDATE prompt SET answer_detail = ?, reason_until = NULL WHERE organization_id = ? AND num = ? RETURNING *`,
          [storableJson({ ...answerDetail, reason: words }), organizationId, num],
        );
        return { outcome: 'recorded', prompt: changed ?? prompt } as const;
      });
      if (given.outcome === 'recorded') announce({ kind: 'prompt', organizationId, num }, { kind: 'delivery' });
      return given;
    },

    async putDraft(draft, event) {
      const { organizationId, at } = draft;
      const row = { ...draft, messageRef: draft.messageRef && storableJson(draft.messageRef) };
      const [insert, params] = insertInto('prompt_draft', row, new Expression('seen'));
      const set = ['kind', 'args', 'nonce', 'message_ref', 'at']
        .map((column) => `${column} = excluded.${column}`)
        .join(', ');
      const statement = `${insert} WHERE true ON CONFLICT (organization_id, prompt_num, voter) DO UPDATE SET ${set}`;
      const { seen } = await runUnit<{ seen: object }>(port, [
        eventStep({ ...event, organizationId, at }),
        { name: 'drafted', statement, params },
      ]);
      return seen !== undefined;
    },

    async draftPosted({ organizationId, promptNum, voter, nonce }, ref) {
      await sql.run(`UPDATE prompt_draft SET message_ref = ? WHERE ${ofVoter} AND nonce = ?`, [
        storableJson(ref),
        organizationId,
        promptNum,
        voter,
        nonce,
      ]);
    },

    draft: async (organizationId, num, voter) =>
      (await sql.first<DraftRow>(`SELECT * FROM prompt_draft WHERE ${ofVoter}`, [organizationId, num, voter])) ?? null,

    hasDraft: async (organizationId, num, nonce) =>
      (await sql.first(`SELECT nonce FROM prompt_draft WHERE ${ofPrompt} AND nonce = ?`, [
        organizationId,
        num,
        nonce,
      ])) !== undefined,

    async removeDraft(organizationId, num, voter) {
      await sql.run(`DELETE FROM prompt_draft WHERE ${ofVoter}`, [organizationId, num, voter]);
    },
  };
}
