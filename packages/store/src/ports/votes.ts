import type { NewVote, PromptRow, VoteOwner, VoteRow, VoteStore } from '@gateway/core';
import { among } from '../sql/conditions.js';
import type { DraftRow } from '../sql/rows.js';
import { Expression, insertInto } from '../sql/insert.js';
import type { Sql } from '../sql/sql.js';
import { runSteps, runUnit } from '../sql/steps.js';
import { storable, storableJson } from '../sql/storable.js';
import { closingSteps, type ClosedRows } from './answers.js';
import { writeAudit } from './audit.js';
import { eventStep, firstSeen } from './events.js';
import type { Port } from './port.js';
import { keepMessage, lockPrompt } from './posting.js';
import { postInserter } from './posts.js';
import { appendStreamEvents, promptEvent } from './stream-events.js';
import { votersReader } from './voters.js';

const ofPrompt = 'organization_id = ? AND prompt_num = ?';
const ofVoter = `${ofPrompt} AND voter = ?`;

/** Votes. The row of the prompt is locked first, so that the votes of one prompt are counted one after the other. */
export function voteStore(port: Port): VoteStore {
  const { engine, sql, inTurn, announce } = port;
  /** A unit that locks the row of a prompt. */
  const writeOn = <T>(organizationId: string, num: number, work: (tx: Sql) => Promise<T>): Promise<T> =>
    inTurn(`prompt ${organizationId}/${num}`, () => sql.write(work));
  const { answer: answerSteps } = closingSteps(port);
  const insertPosts = postInserter(engine);
  const amongVoters = among(engine, 'voter');
  const readVoters = votersReader(engine);
  // The person may have been removed from the people since, or added under another id.
  const ofOwner = `(${amongVoters} OR (platform = ? AND user_id = ?) OR operator_id = ?)`;
  const ownerParams = ({ voter, sameAs, platform, userId, operatorId }: VoteOwner) => [
    JSON.stringify([voter, ...sameAs]),
    platform,
    userId,
    operatorId,
  ];

  const votesOf = (tx: Sql, organizationId: string, num: number) =>
    tx.all<VoteRow>(`SELECT * FROM prompt_vote WHERE ${ofPrompt} ORDER BY at, voter`, [organizationId, num]);

  /** Whether the person voted the same before. */
  async function replaceVote(
    tx: Sql,
    { event: _event, audit: _audit, sameAs, pressedMessageId: _message, ...vote }: NewVote,
  ): Promise<boolean> {
    const replaced = await tx.all<VoteRow>(`DELETE FROM prompt_vote WHERE ${ofPrompt} AND ${ofOwner} RETURNING *`, [
      vote.organizationId,
      vote.promptNum,
      ...ownerParams({ ...vote, sameAs }),
    ]);
    const aliases = vote.aliases ? storableJson(vote.aliases) : null;
    const texts = { name: storable(vote.name), choice: storable(vote.choice), reason: storable(vote.reason) };
    const row = { ...vote, ...texts, aliases };
    await tx.run(...insertInto('prompt_vote', row));
    return replaced.length === 1 && replaced[0]?.choice === row.choice;
  }

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
    async cast(vote, decide) {
      const { organizationId, promptNum: num, event, at, pressedMessageId: messageId } = vote;
      const none = { prompt: null, delivery: null, votes: [] };
      const cast = await writeOn(organizationId, num, async (tx) => {
        if (event && !(await firstSeen(tx, { ...event, organizationId, at })))
          return { outcome: 'duplicate', ...none } as const;
        const prompt = await lockPrompt(tx, organizationId, num);
        if (!prompt || !isOpen(prompt, at)) return { outcome: 'closed', ...none } as const;
        if (messageId !== undefined && prompt.messageId !== messageId && vote.channelId === prompt.channelId)
          await keepMessage(tx, prompt, { messageId, ref: null }, 'pressed');
        const isRepeated = await replaceVote(tx, vote);
        if (vote.audit) await writeAudit(tx, vote.audit);
        const all = await votesOf(tx, organizationId, num);
        const { votes, answer, notes } = await decide(prompt, all, () => readVoters(tx, prompt, all));
        await appendStreamEvents(tx, promptEvent('prompt.voted', prompt, at));
        if (!answer) {
          const told = isRepeated ? [] : notes;
          await insertPosts(
            tx,
            told.map((post) => ({ promptNum: num, post })),
          );
          return { outcome: 'voted', prompt, delivery: null, votes, isRepeated } as const;
        }
        if (votes.length < all.length) {
          const counted = JSON.stringify(votes.map(({ voter }) => voter));
          await tx.run(`DELETE FROM prompt_vote WHERE ${ofPrompt} AND NOT (${amongVoters})`, [
            organizationId,
            num,
            counted,
          ]);
        }
        const { closed } = await runSteps<ClosedRows>(engine, tx, answerSteps(answer, false));
        if (!closed) throw new Error(`Prompt ${num} was closed while it was locked.`);
        return { outcome: 'answered', prompt: closed, delivery: null, votes, owed: answer.delivery !== null } as const;
      });
      if (cast.prompt) announce({ kind: 'prompt', organizationId, num });
      if (cast.outcome === 'answered' && cast.owed) announce({ kind: 'delivery' });
      return cast;
    },

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

function isOpen({ state, expiresAt }: PromptRow, at: Date): boolean {
  return (state === 'pending' || state === 'posting') && (expiresAt === null || expiresAt > at);
}
