import type { NewVote, PromptRow, VoteRow, VoteStore } from '@gateway/core';
import { among } from '../sql/conditions.js';
import type { DraftRow } from '../sql/rows.js';
import { insertInto } from '../sql/insert.js';
import type { Sql } from '../sql/sql.js';
import { runSteps } from '../sql/steps.js';
import { storable, storableJson } from '../sql/storable.js';
import { closingSteps, type ClosedRows } from './answers.js';
import { firstSeen } from './events.js';
import type { Port } from './port.js';
import { keepMessage, lockPrompt } from './posting.js';
import { postInserter } from './posts.js';
import { appendStreamEvents, promptEvent } from './stream-events.js';

const ofPrompt = 'organization_id = ? AND prompt_num = ?';
const ofVoter = `${ofPrompt} AND voter = ?`;

/** Votes. The row of the prompt is locked first, so that the votes of one prompt are counted one after the other. */
export function voteStore(port: Port): VoteStore {
  const { engine, sql, announce } = port;
  const { answer: answerSteps } = closingSteps(port);
  const insertPosts = postInserter(engine);
  const amongVoters = among(engine, 'voter');

  const votesOf = (tx: Sql, organizationId: string, num: number) =>
    tx.all<VoteRow>(`SELECT * FROM prompt_vote WHERE ${ofPrompt} ORDER BY at, voter`, [organizationId, num]);

  async function replaceVote(tx: Sql, { event: _event, sameAs, pressedMessageId: _message, ...vote }: NewVote) {
    await tx.run(`DELETE FROM prompt_vote WHERE ${ofPrompt} AND ${amongVoters}`, [
      vote.organizationId,
      vote.promptNum,
      JSON.stringify([vote.voter, ...sameAs]),
    ]);
    const row = { ...vote, name: storable(vote.name), choice: storable(vote.choice), reason: storable(vote.reason) };
    await tx.run(...insertInto('prompt_vote', row));
  }

  return {
    async cast(vote, decide) {
      const { organizationId, promptNum: num, event, at, pressedMessageId: messageId } = vote;
      const none = { prompt: null, delivery: null, votes: [] };
      const cast = await sql.write(async (tx) => {
        if (event && !(await firstSeen(tx, { ...event, organizationId, at })))
          return { outcome: 'duplicate', ...none } as const;
        const prompt = await lockPrompt(tx, organizationId, num);
        if (!prompt || !isOpen(prompt, at)) return { outcome: 'closed', ...none } as const;
        if (messageId !== undefined && prompt.messageId !== messageId && vote.channelId === prompt.channelId)
          await keepMessage(tx, prompt, { messageId, ref: null }, 'pressed');
        await replaceVote(tx, vote);
        const votes = await votesOf(tx, organizationId, num);
        const { answer, notes } = decide(prompt, votes);
        await appendStreamEvents(tx, promptEvent('prompt.voted', prompt, at));
        if (!answer) {
          await insertPosts(
            tx,
            notes.map((note) => ({ ...note, promptNum: num })),
          );
          return { outcome: 'voted', prompt, delivery: null, votes } as const;
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

    async giveReason({ organizationId, num, voter, isDecider, words, at, event }, withReason) {
      const given = await sql.write(async (tx) => {
        if (event && !(await firstSeen(tx, { ...event, organizationId, at })))
          return { outcome: 'duplicate', prompt: null } as const;
        const prompt = await lockPrompt(tx, organizationId, num);
        if (!prompt) return { outcome: 'late', prompt: null } as const;
        const [vote] = await tx.all<VoteRow>(
          `UPDATE prompt_vote SET reason = ?, reason_until = NULL WHERE ${ofVoter} AND reason_until > ? RETURNING *`,
          [storable(words), organizationId, num, voter, at],
        );
        const waits = isDecider && prompt.reasonUntil !== null && prompt.reasonUntil > at && prompt.answerDetail;
        if (!waits) return { outcome: vote ? 'recorded' : 'late', prompt } as const;
        const detail = { ...prompt.answerDetail, reason: words };
        const [changed] = await tx.all<PromptRow>(
          `UPDATE prompt SET answer_detail = ?, reason_until = NULL WHERE organization_id = ? AND num = ? RETURNING *`,
          [storableJson(detail), organizationId, num],
        );
        const unsent = `${ofPrompt} AND event_type = 'prompt.answered' AND state = 'pending' AND attempts = 0`;
        const [delivery] = await tx.all<{ id: string; body: string }>(`SELECT id, body FROM delivery WHERE ${unsent}`, [
          organizationId,
          num,
        ]);
        if (delivery)
          await tx.run('UPDATE delivery SET body = ?, run_at = ? WHERE organization_id = ? AND id = ?', [
            storable(withReason(delivery.body)),
            at,
            organizationId,
            delivery.id,
          ]);
        return { outcome: 'recorded', prompt: changed ?? prompt } as const;
      });
      if (given.outcome === 'recorded') announce({ kind: 'prompt', organizationId, num }, { kind: 'delivery' });
      return given;
    },

    async putDraft(draft) {
      const [insert, params] = insertInto('prompt_draft', { ...draft });
      const set = ['kind', 'args', 'nonce', 'at'].map((column) => `${column} = excluded.${column}`).join(', ');
      await sql.run(
        `${insert} WHERE true ON CONFLICT (organization_id, prompt_num, voter) DO UPDATE SET ${set}`,
        params,
      );
    },

    draft: async (organizationId, num, voter) =>
      (await sql.first<DraftRow>(`SELECT * FROM prompt_draft WHERE ${ofVoter}`, [organizationId, num, voter])) ?? null,

    async removeDraft(organizationId, num, voter) {
      await sql.run(`DELETE FROM prompt_draft WHERE ${ofVoter}`, [organizationId, num, voter]);
    },
  };
}

function isOpen({ state, expiresAt }: PromptRow, at: Date): boolean {
  return (state === 'pending' || state === 'posting') && (expiresAt === null || expiresAt > at);
}
