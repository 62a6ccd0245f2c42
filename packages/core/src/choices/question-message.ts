import type { PromptRow } from '../rows.js';
import type { Store } from '../store.js';

/** Whether a message has the choices of a question: it may also be a note about it, or another part of its text. */
export async function isQuestion(
  { store }: { readonly store: Pick<Store, 'posts'> },
  prompt: PromptRow,
  messageId: string,
): Promise<boolean> {
  const own = [prompt.messageId, ...(prompt.otherMessages ?? []).map((other) => other.messageId)];
  if (own.includes(messageId)) return true;
  if (prompt.terms === null) return false;
  const posts = await store.posts.of(prompt.organizationId, [prompt.num]);
  return posts.some((post) => post.kind === 'question' && post.messageId === messageId);
}
