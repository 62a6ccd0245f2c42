import type { NoteRow, PromptRow } from '../rows.js';
import type { NewPost } from './post-store.js';

export type NewNote = Omit<NoteRow, 'number'>;

/** How often a prompt may get a note. */
export interface NoteLimit {
  readonly most: number;
  /** The last note must be from this time or earlier. */
  readonly notAfter: Date;
}

/** What agents say about their questions. */
export interface NoteStore {
  /**
   * Compare-and-set of the count and the time of the prompt's notes: adds the note and its posts within the limit, in one transaction
   * with the event `prompt.noted`. Null: the limit was reached, or the prompt is gone.
   */
  add(note: NewNote, limit: NoteLimit, posts: readonly NewPost[]): Promise<PromptRow | null>;
  /** The notes of any number of prompts in one statement, the oldest first. */
  of(organizationId: string, nums: readonly number[]): Promise<NoteRow[]>;
}
