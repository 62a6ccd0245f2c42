import { formatPromptId } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';
import { promptFields } from '../base/log-fields.js';
import { withdrawnDelivery } from '../deliveries/events.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import type { PromptRow } from '../ports/rows.js';
import type { EventKey } from '../ports/system.js';
import { usedDigestOf } from '../questions/answer-of.js';
import { hasCopies, placesOf } from '../questions/messages.js';
import { noteIn } from '../questions/note.js';
import { takenBackSince, whyNotTakenBack } from '../questions/take-back.js';
import { takenBackNote } from '../questions/texts/approvals.js';

/** Who takes an approval back. */
export interface TakenBackBy {
  readonly id: string;
  readonly username: string | null;
  readonly name: string;
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
 * Takes the approval of a prompt back, if `whyNotTakenBack` gave no reason and it was not used since. The chats of the question are told, and its
 * messages lose the button. `event`: what somebody pressed or wrote in a chat; it is recorded, so that a repeat of it is a duplicate.
 */
export async function takeBack(
  { store, clock, log, deliveries, closings, posts }: AnswerDeps,
  prompt: PromptRow,
  by: TakenBackBy,
  audit: NewAuditEntry,
  event: EventKey | null,
): Promise<TakenBack> {
  const { organizationId, num } = prompt;
  const at = audit.at;
  const delivery = withdrawnDelivery(prompt, at, {
    action_digest: usedDigestOf(prompt),
    withdrawn_by: { id: by.id, username: by.username ?? by.name },
  });
  const copies = hasCopies(prompt) ? await store.posts.of(organizationId, [num]) : [];
  const text = takenBackNote(num, by.name);
  // After the read: a slot that is not ended is lost.
  const attempt = delivery && deliveries.reserve(delivery.destination);
  let taken: Awaited<ReturnType<typeof store.approvals.withdraw>> = null;
  try {
    taken = await store.approvals.withdraw({
      organizationId,
      num,
      at,
      answeredSince: takenBackSince(at.getTime()),
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
  closings.wake();
  log.info({ ...promptFields(prompt), ...(delivery && { event_id: delivery.id }) }, 'An approval was taken back');
  return { outcome: 'withdrawn', prompt: taken.prompt };
}
