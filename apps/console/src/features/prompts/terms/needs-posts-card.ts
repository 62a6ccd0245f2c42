import type { PromptPost } from '@gateway/contract';

/** Whether people must see the chats: the question is in several chats, or something is wrong in the only one. */
export function needsPostsCard(posts: readonly PromptPost[]): boolean {
  return posts.length > 1 || posts.some(({ failed, uninspectable }) => failed !== null || uninspectable === true);
}
