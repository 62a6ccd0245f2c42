import type { NoteRow, PostRow, PromptRow, VoteRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

/** A prompt with what readers see of its votes, of its posts in other chats, and of the agent's notes. */
export interface ShownPrompt {
  readonly prompt: PromptRow;
  readonly votes: readonly VoteRow[];
  readonly posts: readonly PostRow[];
  readonly notes: readonly NoteRow[];
}

type ShownStore = Pick<Store, 'votes' | 'posts' | 'notes'>;

/** Adds votes, posts and notes to prompts of one organization: two queries if some of them have terms, one more if some have notes. */
export async function shownPrompts(store: ShownStore, prompts: readonly PromptRow[]): Promise<ShownPrompt[]> {
  const [{ votes, posts }, notes] = await Promise.all([termsOf(store, prompts), notesOf(store, prompts)]);
  const isOf =
    ({ num }: PromptRow) =>
    ({ promptNum }: { readonly promptNum: number }) =>
      promptNum === num;
  return prompts.map((prompt) => ({
    prompt,
    votes: votes.filter(isOf(prompt)),
    posts: posts.filter(isOf(prompt)),
    notes: notes.filter(isOf(prompt)),
  }));
}

async function termsOf({ votes, posts }: ShownStore, prompts: readonly PromptRow[]) {
  const withTerms = prompts.filter(({ terms }) => terms !== null);
  const [first] = withTerms;
  if (!first) return { votes: [], posts: [] };
  const nums = withTerms.map(({ num }) => num);
  const [allVotes, allPosts] = await Promise.all([
    votes.of(first.organizationId, nums),
    posts.of(first.organizationId, nums),
  ]);
  return { votes: allVotes, posts: allPosts };
}

async function notesOf({ notes }: ShownStore, prompts: readonly PromptRow[]): Promise<NoteRow[]> {
  const noted = prompts.filter(({ noteCount }) => noteCount > 0);
  const [first] = noted;
  if (!first) return [];
  return await notes.of(
    first.organizationId,
    noted.map(({ num }) => num),
  );
}
