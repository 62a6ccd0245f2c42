import type { PostRow, PromptRow, VoteRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

/** A prompt with what readers see of its votes, and of its posts in other chats. */
export interface ShownPrompt {
  readonly prompt: PromptRow;
  readonly votes: readonly VoteRow[];
  readonly posts: readonly PostRow[];
}

/** Adds votes and posts to prompts of one organization. No query if none of them has terms, two otherwise. */
export async function shownPrompts(
  { votes, posts }: Pick<Store, 'votes' | 'posts'>,
  prompts: readonly PromptRow[],
): Promise<ShownPrompt[]> {
  const withTerms = prompts.filter(({ terms }) => terms !== null);
  const [first] = withTerms;
  if (!first) return prompts.map((prompt) => ({ prompt, votes: [], posts: [] }));
  const nums = withTerms.map(({ num }) => num);
  const [allVotes, allPosts] = await Promise.all([
    votes.of(first.organizationId, nums),
    posts.of(first.organizationId, nums),
  ]);
  return prompts.map((prompt) => ({
    prompt,
    votes: allVotes.filter(({ promptNum }) => promptNum === prompt.num),
    posts: allPosts.filter(({ promptNum }) => promptNum === prompt.num),
  }));
}
