import type { NewDelivery } from '../ports/service/delivery-store.js';
import { answeredDelivery } from '../deliveries/events.js';
import type { PromptRow, PromptTerms, VoteRow } from '../ports/rows.js';
import type { Trace } from '../tracing/tracing.js';
import { answerOf } from '../questions/answer-of.js';
import { voteRecords } from '../questions/vote-records.js';

/** What counts when the time of a prompt is over: a decision, or the label of an option. Null: the prompt expires. */
export function timeoutAnswerOf(terms: PromptTerms | null): string | null {
  const given = terms?.policy?.on_timeout ?? null;
  if (given === null) return null;
  return 'decision' in given ? given.decision : given.option;
}

/** The delivery of what the policy decided; null: the prompt has no callback address. */
export function decidedDelivery(
  prompt: PromptRow,
  votes: readonly VoteRow[],
  at: Date,
  trace: Trace | null,
): NewDelivery | null {
  const { answerType, answer, answerDetail } = prompt;
  if (answerType === null || answer === null) throw new Error(`Prompt ${prompt.num} has no answer.`);
  return answeredDelivery(prompt, {
    answer: answerOf(prompt, { type: answerType, value: answer, detail: answerDetail }),
    at,
    by: null,
    trace,
    votes: voteRecords(prompt.terms, votes),
    decided_by: 'policy',
  });
}
