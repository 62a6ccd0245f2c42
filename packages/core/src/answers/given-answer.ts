import { answeredDelivery } from '../deliveries/events.js';
import type { DeliveryWorker } from '../deliveries/worker.js';
import type { Answer } from '../ports/questions/prompt-store.js';
import type { PostRow, PromptRow, VoteRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import type { Clock, Logger } from '../ports/system.js';
import { answerOf } from '../questions/answer-of.js';
import { voteRecords } from '../questions/vote-records.js';
import type { Trace, Tracing } from '../tracing/tracing.js';

/** What somebody answered, and how. */
export type GivenAnswer = Pick<
  Answer,
  | 'type'
  | 'value'
  | 'detail'
  | 'reasonUntil'
  | 'by'
  | 'event'
  | 'pressedMessageId'
  | 'confirmTo'
  | 'confirmTarget'
  | 'confirmThread'
  | 'audit'
>;

export interface AnswerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly deliveries: Pick<DeliveryWorker, 'reserve'>;
  /** Updates the messages of closed prompts. */
  readonly closings: {
    /** Takes a slot for the update that this answer causes. Null: none is free. */
    reserve(prompt: PromptRow): { readonly until: Date; end(prompt: PromptRow | null): void } | null;
    wake(): void;
  };
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
  prompt: PromptRow,
  given: GivenAnswer,
  { at, trace, votes }: { readonly at: Date; readonly trace: Trace | null; readonly votes: readonly VoteRow[] | null },
): Answer {
  const by = given.by && { ...given.by, username: given.by.username ?? given.by.name };
  const rule = by === null ? prompt.terms?.rule : undefined;
  return {
    organizationId: prompt.organizationId,
    num: prompt.num,
    at,
    ...given,
    by,
    delivery: answeredDelivery(prompt, {
      answer: answerOf(prompt, given),
      at,
      by: by && { id: by.id, username: by.username },
      runAt: given.reasonUntil,
      trace,
      ...(votes && { votes: voteRecords(prompt.terms, votes), decided_by: 'person' }),
      ...(rule && { decided_by: 'rule', rule: { rule_id: rule.ruleId, version: rule.version } }),
    }),
    closeUntil: null,
  };
}
