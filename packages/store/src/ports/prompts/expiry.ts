import type { NewDelivery, PromptStore } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import type { PromptRow, VoteRow } from '../../sql/rows.js';
import { deliveryInserter } from '../deliveries/outbox.js';
import { skipLocked, type Port } from '../port.js';
import { isApprovingOption, pendingByEnd } from './prompt-conditions.js';
import { deliveryEvent, promptEvent, streamEventWriter } from '../deliveries/stream-events.js';

/** What a policy decides has no words, arguments or person. */
const noDetail = JSON.stringify({ reason: null, args: null, text: null, personId: null, platform: null });

/** The part of the prompts' port that ends prompts whose time is over. */
export function expiryStore(port: Port): Pick<PromptStore, 'expireDue' | 'nextExpiry'> {
  const { engine, sql, announce } = port;
  const appendEvents = streamEventWriter(engine);
  const insertAll = deliveryInserter(engine);
  // Two lists, because PostgreSQL could join pairs by reading the whole table. It also finds prompts of the same number in others of these organizations.
  const votesOf = `
    SELECT * FROM prompt_vote
    WHERE ${among(engine, 'organization_id')} AND ${among(engine, 'prompt_num', 'integer')} ORDER BY at, voter`;
  const decisions = engine === 'postgresql' ? `jsonb_typeof(terms -> 'decisions')` : `json_type(terms, '$.decisions')`;
  const isApproving = isApprovingOption(engine, 'timeout_answer');
  // Nothing approves what no chat could show whole.
  const isUnseen = `uninspectable AND (${isApproving} OR (timeout_answer = 'approve' AND ${decisions} = 'array'))
    AND NOT EXISTS (
      SELECT 1 FROM prompt_post copy WHERE copy.organization_id = prompt.organization_id AND copy.prompt_num = prompt.num
        AND copy.kind = 'question' AND copy.message_id IS NOT NULL AND NOT copy.uninspectable)`;
  const ifDecided = (value: string, otherwise = 'NULL') =>
    `CASE WHEN timeout_answer IS NULL OR (${isUnseen}) THEN ${otherwise} ELSE ${value} END`;
  const expire = `
    WITH due AS (
      SELECT organization_id, num FROM prompt WHERE ${pendingByEnd} AND expires_at <= ?
      ORDER BY expires_at LIMIT ? ${skipLocked(port)}
    )
    UPDATE prompt SET state = ${ifDecided(`'answered'`, `'expired'`)}, closed_reason = ${ifDecided('NULL', `'ttl'`)},
      answered_at = ${ifDecided('CAST(? AS timestamptz)')}, answer = ${ifDecided('timeout_answer')},
      answer_type = ${ifDecided(`CASE ${decisions} WHEN 'array' THEN 'decision' ELSE 'option' END`)},
      answer_detail = ${ifDecided(engine === 'postgresql' ? '?::jsonb' : '?')}, decided_by = ${ifDecided(`'policy'`)},
      step_due_at = NULL, close_due_at = ?
    WHERE (organization_id, num) IN (SELECT organization_id, num FROM due)
    RETURNING *`;
  const keyOf = (organizationId: string, num: number) => `${organizationId}/${num}`;
  /** Whether there are deliveries that were not announced. */
  let isOwed = false;

  return {
    async expireDue(now, limit, deliveryOf) {
      let deliveries: NewDelivery[] = [];
      const prompts = await sql.write(async (tx) => {
        const ended = await tx.all<PromptRow>(expire, [now, limit, now, noDetail, now]);
        const decided = ended.filter(({ state }) => state === 'answered');
        const cast =
          decided.length > 0
            ? await tx.all<VoteRow>(votesOf, [
                JSON.stringify([...new Set(decided.map(({ organizationId }) => organizationId))]),
                JSON.stringify(decided.map(({ num }) => num)),
              ])
            : [];
        const votes = new Map(decided.map(({ organizationId, num }) => [keyOf(organizationId, num), [] as VoteRow[]]));
        for (const vote of cast) votes.get(keyOf(vote.organizationId, vote.promptNum))?.push(vote);
        deliveries = ended
          .map((prompt) => deliveryOf(prompt, votes.get(keyOf(prompt.organizationId, prompt.num)) ?? []))
          .filter((delivery) => delivery !== null);
        await insertAll(tx, deliveries);
        await appendEvents(tx, [
          ...ended.map((prompt) => promptEvent(`prompt.${prompt.state as 'answered' | 'expired'}`, prompt, now)),
          ...deliveries.map((delivery) => deliveryEvent(delivery, now)),
        ]);
        return ended;
      });
      announce(...prompts.map(({ organizationId, num }) => ({ kind: 'prompt', organizationId, num }) as const));
      // After a full batch comes another one. Callbacks begin after the last, or with the next look of an idle worker.
      isOwed ||= deliveries.length > 0;
      if (isOwed && prompts.length < limit) {
        isOwed = false;
        announce({ kind: 'delivery' });
      }
      return prompts;
    },

    async nextExpiry() {
      const next = await sql.first<Pick<PromptRow, 'expiresAt'>>(
        `SELECT expires_at FROM prompt WHERE ${pendingByEnd} AND expires_at IS NOT NULL ORDER BY expires_at LIMIT 1`,
      );
      return next?.expiresAt ?? null;
    },
  };
}
