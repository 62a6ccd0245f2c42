import { formatPromptId } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';
import { promptFields } from '../base/log-fields.js';
import { withdrawnDelivery } from '../deliveries/events.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import type { PromptRow } from '../ports/rows.js';
import { digestOf } from '../questions/answer-of.js';
import { hasCopies, placesOf } from '../questions/messages.js';
import { noteIn } from '../questions/note.js';
import { approvedIn } from './consume.js';

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

/** Takes the approval of a prompt back, before it is used. Throws a `Refusal` when it cannot. The chats of the question are told. */
export async function withdrawApproval(
  { store, clock, log, deliveries, posts }: AnswerDeps,
  prompt: PromptRow,
  by: TakenBackBy,
  audit: NewAuditEntry,
): Promise<PromptRow> {
  const { organizationId, num } = prompt;
  const at = audit.at;
  const cannot = (why: string) =>
    new Refusal('conflict', `${formatPromptId(num)} ${why}`, null, { code: 'approval_not_withdrawable' });
  const why = whyNotTakenBack(prompt, at.getTime());
  const action = approvedIn(prompt);
  if (why !== null || !action) throw cannot(why ?? 'has no approval.');
  const delivery = withdrawnDelivery(prompt, at, {
    action_digest: action.args === null ? null : digestOf(action),
    withdrawn_by: { id: by.id, username: by.username ?? by.name },
  });
  const attempt = delivery && deliveries.reserve(delivery.destination);
  const copies = hasCopies(prompt) ? await store.posts.of(organizationId, [num]) : [];
  const text = `↩️ ${by.name} took back the approval of question #${num}.`;
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
    });
  } finally {
    attempt?.end(taken?.delivery ?? null);
  }
  if (!taken) {
    const now = await store.prompts.get(organizationId, num);
    throw cannot((now && whyNotTakenBack(now, clock.now())) ?? 'does not exist any more.');
  }
  posts.wake();
  log.info({ ...promptFields(prompt), ...(delivery && { event_id: delivery.id }) }, 'An approval was taken back');
  return taken.prompt;
}
