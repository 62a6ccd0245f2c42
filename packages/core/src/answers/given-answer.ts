import { answeredDelivery, type EventPrompt } from '../deliveries/events.js';
import type { DeliveryWorker } from '../deliveries/worker.js';
import type { Answer } from '../ports/questions/prompt-store.js';
import type { PostRow, PromptRow, VoteRow } from '../ports/rows.js';
import { answerOf } from '../questions/answer-of.js';
import { newGrant, wishedTime, type Givers } from './new-grant.js';
import { voteRecords } from '../questions/vote-records.js';
import type { Trace, Tracing } from '../tracing/tracing.js';
import type { Services } from '../ports/services.js';

/** What somebody answered, and how. */
export type GivenAnswer = Pick<
  Answer,
  | 'type'
  | 'value'
  | 'files'
  | 'detail'
  | 'reasonUntil'
  | 'by'
  | 'event'
  | 'pressedMessageId'
  | 'confirmTo'
  | 'confirmTarget'
  | 'confirmThread'
  | 'audit'
> & {
  /** For how many seconds the next ones are approved, too; absent: only this one. */
  readonly grantSec?: number | undefined;
};

export interface AnswerDeps extends Services {
  readonly tracing: Tracing;
  readonly deliveries: Pick<DeliveryWorker, 'reserve'>;
  /** Updates the messages of closed prompts. */
  readonly closings: {
    /** Takes a slot for the update that this answer causes. Null: none is free. */
    reserve(prompt: PromptRow): { readonly until: Date; end(prompt: PromptRow | null): void } | null;
    wake(): void;
  };
  /** Posts and updates the messages of standing approvals. */
  readonly grantMessages: { wake(): void };
  /** Posts notes about votes. */
  readonly posts: {
    /** Takes a slot for a note about this prompt. Null: none is free. */
    reserve(
      prompt: PromptRow,
    ): { readonly until: Date; end(note: PostRow | null, prompt: PromptRow | null): void } | null;
    wake(): void;
  };
}

/** The answer as the store records it, with its callback. `votes`: those that decided it; null: it needed none. */
export function answerRecord(
  prompt: EventPrompt,
  given: GivenAnswer,
  {
    at,
    trace,
    votes,
    givers,
  }: {
    readonly at: Date;
    readonly trace: Trace | null;
    readonly votes: readonly VoteRow[] | null;
    /** Who approved; absent: no person did. */
    readonly givers?: Givers | undefined;
  },
): Answer {
  const by = given.by && { ...given.by, username: given.by.username ?? given.by.name };
  const rule = by === null ? prompt.terms?.rule : undefined;
  const grantId = rule?.answer?.grantId;
  const { grantSec: _wish, ...answer } = given;
  const grant = givers && newGrant(prompt, givers, at);
  const detail = grant && given.detail ? { ...given.detail, grantSec: wishedTime(givers.votes) ?? 0 } : given.detail;
  return {
    organizationId: prompt.organizationId,
    num: prompt.num,
    at,
    ...answer,
    ...(detail && { detail }),
    by,
    delivery: answeredDelivery(prompt, {
      answer: answerOf(prompt, given),
      at,
      by: by && { id: by.id, username: by.username },
      runAt: given.reasonUntil,
      trace,
      ...(votes && { votes: voteRecords(prompt.terms, votes), decided_by: 'person' }),
      ...(rule && {
        decided_by: grantId === undefined ? 'rule' : 'grant',
        rule: { rule_id: rule.ruleId, version: rule.version },
        ...(grantId !== undefined && { grant_id: grantId }),
      }),
    }),
    closeUntil: null,
    ...(grant && { grant }),
  };
}
