import { Refusal } from '../base/refusal.js';
import { promptFields } from '../base/log-fields.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import type { PromptRow, Taker } from '../ports/rows.js';
import type { EventKey } from '../ports/system.js';
import { hasCopies, placesOf } from '../questions/messages.js';
import { noteIn } from '../questions/note.js';
import { isOverdue } from '../questions/prompt-state.js';
import { pauseOf, stepTime } from '../questions/step-time.js';
import { handedOverNote, releasedNote, takenNote } from '../questions/texts/taking.js';
import type { AnswerDeps } from './given-answer.js';
import type { Voter } from './voter.js';
import type { Services } from '../ports/services.js';

export interface TakeDeps extends Services {
  readonly posts: Pick<AnswerDeps['posts'], 'wake'>;
}

/** What becomes of a prompt, and who says so. */
export interface Wanted {
  readonly by: Voter;
  /** Who has the prompt then; null: no one. */
  readonly taker: Voter | null;
  /** The entry of the audit log, without changes. */
  readonly audit: NewAuditEntry;
  /** What somebody pressed or wrote in a chat; null: it came from the console. */
  readonly event: EventKey | null;
}

/** `unchanged`: it was so before. `closed`: the prompt is not pending. `duplicate`: the event was handled before. */
export interface TakeResult {
  readonly result: 'changed' | 'unchanged' | 'closed' | 'duplicate';
  readonly prompt: PromptRow;
}

/** How often a change is tried again that another one came before. */
const ATTEMPTS = 5;

/** Records who looks after a prompt, and tells its chats. It is no vote, and restricts no one. */
export async function changeTaker(deps: TakeDeps, asked: PromptRow, wanted: Wanted): Promise<TakeResult> {
  const { store, clock, log, posts } = deps;
  const { organizationId, num } = asked;
  const { taker, event } = wanted;
  let prompt = asked;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const at = new Date(clock.now());
    if (prompt.state !== 'pending' || isOverdue(prompt, at.getTime())) return { result: 'closed', prompt };
    if (taker === null ? prompt.takenBy === null : hasIt(prompt, taker)) return { result: 'unchanged', prompt };
    const copies = hasCopies(prompt) ? await store.posts.of(organizationId, [num]) : [];
    const text = noteAbout(prompt, wanted);
    const after = taker && takerOf(taker);
    const changed = await store.taking.change({
      prompt,
      taker: after,
      at,
      stepDueAt: pauseOf(prompt) > 0 ? stepTime(prompt, prompt.stepsDone, taker && at) : null,
      posts: placesOf(prompt, copies).map((place) => noteIn(prompt, place, text, at)),
      audit: {
        ...wanted.audit,
        at,
        changes: [{ field: 'taken_by', before: shown(prompt.takenBy), after: shown(after) }],
      },
      // An attempt that came too late has recorded it.
      event: attempt === 0 ? event : null,
    });
    if (changed === 'duplicate') return { result: 'duplicate', prompt };
    if (changed) {
      posts.wake();
      log.info(promptFields(changed), taker ? 'Somebody looks after a prompt' : 'A prompt was released');
      return { result: 'changed', prompt: changed };
    }
    prompt = (await store.prompts.get(organizationId, num)) ?? { ...prompt, state: 'expired' };
  }
  throw new Refusal('conflict', `Several people take question #${num} at once: try again.`, null, {
    code: 'unavailable',
  });
}

/** Whether this person has the prompt. */
function hasIt({ takenBy }: Pick<PromptRow, 'takenBy'>, voter: Voter): boolean {
  return takenBy !== null && (takenBy.key === voter.key || voter.earlierKeys.includes(takenBy.key));
}

function noteAbout(prompt: PromptRow, { by, taker }: Wanted): string {
  const { num, takenBy } = prompt;
  if (taker === null) return releasedNote(num, by.name, hasIt(prompt, by) ? null : (takenBy?.name ?? null));
  return taker.key === by.key
    ? takenNote(num, taker.name, takenBy?.name ?? null)
    : handedOverNote(num, taker.name, by.name);
}

const takerOf = ({ key, personId, operatorId, name }: Voter): Taker => ({ key, personId, operatorId, name });

const shown = (taker: Taker | null) => taker?.name ?? null;
