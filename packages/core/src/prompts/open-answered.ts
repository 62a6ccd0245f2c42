import { answerRecord, type AnswerDeps } from '../answers/given-answer.js';
import { promptFields } from '../base/log-fields.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import type { GrantRow } from '../ports/questions/grant-store.js';
import type { NewPrompt } from '../ports/questions/prompt-store.js';
import { SHOW_INTERVAL_MS } from '../posts/grant-messages.js';
import type { AnswerDetail, DeliveryRow, PromptRow, PromptTerms } from '../ports/rows.js';

/** Seconds in which an approval that no person gave can be used. */
export const UNSEEN_APPROVAL_SEC = 300;

type Deps = Pick<AnswerDeps, 'store' | 'clock' | 'log' | 'tracing' | 'deliveries'>;

/**
 * Opens a prompt that its rule or a standing approval answers: there is no message and no person. The prompt, its answer and the use of
 * the standing approval are one transaction. Null: the standing approval has ended, or is used up.
 */
export async function openAnswered(
  { store, clock, log, tracing, deliveries }: Deps,
  draft: NewPrompt,
  claimed: ClaimedKey | null,
  grant: GrantRow | null,
): Promise<PromptRow | null> {
  const terms = grant ? answeredBy(grant, draft.terms ?? null, clock.now()) : (draft.terms ?? null);
  const answer = terms?.rule?.answer;
  if (!answer) throw new Error('Neither a rule nor a standing approval answers the prompt.');
  const { type, value, reason } = answer;
  const detail: AnswerDetail = { reason, args: null, text: null, personId: null, platform: null };
  const given = { type, value, detail, by: null, event: null, confirmTo: null };
  const prompt = { ...draft, terms, trace: draft.trace ?? null, consoleUrl: draft.consoleUrl ?? null };
  const about = promptFields({ ...prompt, num: 0 });
  const from = grant ? 'grant' : 'rule';
  const span = tracing.start({ name: 'answer', kind: 'internal', parent: prompt.trace, fields: { ...about, from } });
  const attempts: NonNullable<ReturnType<Deps['deliveries']['reserve']>>[] = [];
  let opened: { readonly prompt: PromptRow; readonly delivery: DeliveryRow | null } | null = null;
  try {
    opened = await store.prompts.openAnswered(prompt, {
      claim: claimed?.claim ?? null,
      use: grant && { grantId: grant.grantId, showAt: showTime(grant, clock.now()) },
      answerOf: (num) => {
        const record = answerRecord({ ...prompt, num }, given, { at: draft.createdAt, trace: span.trace, votes: null });
        const attempt = record.delivery && deliveries.reserve(record.delivery.destination);
        if (attempt) attempts.push(attempt);
        return { ...record, delivery: record.delivery && { ...record.delivery, claim: attempt?.claim ?? null } };
      },
    });
    return opened?.prompt ?? null;
  } finally {
    span.end(opened ? null : 'not recorded');
    for (const attempt of attempts) attempt.end(opened?.delivery ?? null);
    if (opened) log.info({ ...promptFields(opened.prompt), from }, 'A prompt was answered');
  }
}

/** The terms of a prompt that a standing approval answers. The approval lapses with it. */
function answeredBy({ grantId, until }: GrantRow, terms: PromptTerms | null, now: number): PromptTerms | null {
  if (!terms?.rule) return terms;
  const left = Math.max(1, Math.floor((until.getTime() - now) / 1000));
  const consumeWithinSec = Math.min(terms.consumeWithinSec ?? Infinity, UNSEEN_APPROVAL_SEC, left);
  const answer = { type: 'decision', value: 'approve', reason: null, grantId } as const;
  return { ...terms, consumeWithinSec, rule: { ...terms.rule, answer } };
}

function showTime({ shownAt }: GrantRow, now: number): Date {
  return new Date(Math.max(now, (shownAt?.getTime() ?? 0) + SHOW_INTERVAL_MS));
}
