import type { NewPost } from '../ports/questions/post-store.js';
import type { Answer } from '../ports/questions/prompt-store.js';
import type { CastVote } from '../ports/questions/vote-store.js';
import type { PromptRow } from '../ports/rows.js';
import type { AnswerDeps } from './given-answer.js';

type Reserved<Worker extends 'deliveries' | 'closings' | 'posts'> = ReturnType<AnswerDeps[Worker]['reserve']>;

/**
 * The slots of this process for what an answer or a vote causes, so that it needs no claims of its own: the callback and the update of the
 * message, or a note. What a vote amounts to may be decided again, so each slot is taken once.
 */
export class Slots {
  readonly #deps: Pick<AnswerDeps, 'deliveries' | 'closings' | 'posts'>;
  #delivery: Reserved<'deliveries'> = null;
  #closing: Reserved<'closings'> = null;
  #note: Reserved<'posts'> = null;

  constructor(deps: Pick<AnswerDeps, 'deliveries' | 'closings' | 'posts'>) {
    this.#deps = deps;
  }

  claimedAnswer(prompt: PromptRow, answer: Answer): Answer {
    const { deliveries, closings } = this.#deps;
    const { delivery, reasonUntil } = answer;
    if (delivery && !reasonUntil) this.#delivery ??= deliveries.reserve(delivery.destination);
    this.#closing ??= closings.reserve(prompt);
    const claim = this.#delivery?.claim ?? null;
    return { ...answer, delivery: delivery && { ...delivery, claim }, closeUntil: this.#closing?.until ?? null };
  }

  /** A single note is claimed. The loop posts those in several chats, and those that wait for the question. */
  claimedNotes(prompt: PromptRow, notes: readonly NewPost[]): readonly NewPost[] {
    const [note] = notes;
    if (!note || notes.length > 1 || prompt.state !== 'pending') return notes;
    this.#note ??= this.#deps.posts.reserve(prompt);
    return this.#note ? [{ ...note, postAttempts: 1, postDueAt: this.#note.until }] : notes;
  }

  /** Uses the slots for what was recorded, and frees the others. Null: nothing was recorded. */
  end(cast: (Pick<CastVote, 'outcome' | 'prompt' | 'delivery'> & Partial<Pick<CastVote, 'note'>>) | null): void {
    const { closings, posts } = this.#deps;
    const closed = cast?.outcome === 'answered' ? cast.prompt : null;
    this.#delivery?.end(cast?.delivery ?? null);
    this.#closing?.end(closed);
    this.#note?.end(cast?.note ?? null, cast?.prompt ?? null);
    if (closed && !this.#closing) closings.wake();
    if (cast?.outcome === 'voted' && !cast.note) posts.wake();
  }
}
