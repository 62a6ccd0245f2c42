import { formatPromptId } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';
import { promptFields } from '../base/log-fields.js';
import { withdrawnDelivery } from '../deliveries/events.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import type { PromptRow } from '../ports/rows.js';
import type { EventKey } from '../ports/system.js';
import { approvedIn, digestOf } from '../questions/answer-of.js';
import { hasCopies, placesOf } from '../questions/messages.js';
import { noteIn } from '../questions/note.js';
import { takenBackNote } from '../questions/texts/approvals.js';

/** Milliseconds after the answer in which an approval can be taken back. */
const TAKE_BACK_MS = 600_000;

/** Who takes an approval back. */
export interface TakenBackBy {
  readonly id: string;
  readonly username: string | null;
  readonly name: string;
}

/** Why the approval of a prompt cannot be taken back; null: it can. The rest of a sentence that starts with the prompt's id. */
export function whyNotTakenBack(prompt: PromptRow, nowMs: number): string | null {
  if (!approvedIn(prompt)) return 'has no approval that could be taken back.';
  if (prompt.consumedAt !== null) return 'was used already: the action may have run.';
  if (prompt.withdrawnAt !== null) return 'was taken back before.';
  const since = prompt.answeredAt?.getTime() ?? 0;
  return nowMs - since > TAKE_BACK_MS ? 'was approved more than 10 minutes ago: it cannot be taken back.' : null;
}

/** What became of an attempt to take an approval back. `why`: see `whyNotTakenBack`. */
export type TakenBack =
  | { readonly outcome: 'withdrawn'; readonly prompt: PromptRow }
  | { readonly outcome: 'refused'; readonly why: string }
  /** The event was handled before. */
  | { readonly outcome: 'duplicate' };

/** Takes the approval of a prompt back as an operator. Throws a `Refusal` when it cannot be taken back. */
export async function withdrawApproval(
  deps: AnswerDeps,
  prompt: PromptRow,
  by: TakenBackBy,
  audit: NewAuditEntry,
): Promise<PromptRow> {
  const earlier = whyNotTakenBack(prompt, audit.at.getTime());
  const taken = earlier === null ? await takeBack(deps, prompt, by, audit, null) : null;
  if (taken?.outcome === 'withdrawn') return taken.prompt;
  const why = taken?.outcome === 'refused' ? taken.why : earlier;
  throw new Refusal('conflict', `${formatPromptId(prompt.num)} ${why}`, null, { code: 'approval_not_withdrawable' });
}

/**
 * Takes the approval of a prompt back, if `whyNotTakenBack` gave no reason and it was not used since. The chats of the question are told.
 * `event`: what somebody wrote in a chat; it is recorded, so that a repeat of it is a duplicate.
 */
export async function takeBack(
  { store, clock, log, deliveries, posts }: AnswerDeps,
  prompt: PromptRow,
  by: TakenBackBy,
  audit: NewAuditEntry,
  event: EventKey | null,
): Promise<TakenBack> {
  const { organizationId, num } = prompt;
  const at = audit.at;
  const action = approvedIn(prompt);
  const delivery = withdrawnDelivery(prompt, at, {
    action_digest: action === null || action.args === null ? null : digestOf(action),
    withdrawn_by: { id: by.id, username: by.username ?? by.name },
  });
  const attempt = delivery && deliveries.reserve(delivery.destination);
  const copies = hasCopies(prompt) ? await store.posts.of(organizationId, [num]) : [];
  const text = takenBackNote(num, by.name);
  let taken: Awaited<ReturnType<typeof store.approvals.withdraw>> = null;
  try {
    taken = await store.approvals.withdraw({
      organizationId,
      num,
      at,
      answeredSince: new Date(at.getTime() - TAKE_BACK_MS),
      delivery: delivery && { ...delivery, claim: attempt?.claim ?? null },
      posts: placesOf(prompt, copies).map((place) => noteIn(prompt, place, text, at, 'late_note')),
      audit,
      event,
    });
  } finally {
    attempt?.end(taken === 'duplicate' ? null : (taken?.delivery ?? null));
  }
  if (taken === 'duplicate') return { outcome: 'duplicate' };
  if (!taken) {
    const now = await store.prompts.get(organizationId, num);
    return { outcome: 'refused', why: (now && whyNotTakenBack(now, clock.now())) ?? 'does not exist any more.' };
  }
  posts.wake();
  log.info({ ...promptFields(prompt), ...(delivery && { event_id: delivery.id }) }, 'An approval was taken back');
  return { outcome: 'withdrawn', prompt: taken.prompt };
}
