import type { NewPost } from '../ports/questions/post-store.js';
import type { PromptRow } from '../ports/rows.js';

/** A note about a question in one of its chats, due now. */
export function noteIn(
  { organizationId }: Pick<PromptRow, 'organizationId'>,
  { channelId, platform, chatId, account }: Pick<NewPost, 'channelId' | 'platform' | 'chatId' | 'account'>,
  text: string,
  now: Date,
): NewPost {
  const post = { organizationId, channelId, platform, chatId, account, failed: null, postDueAt: now, createdAt: now };
  return { ...post, kind: 'note', text };
}
