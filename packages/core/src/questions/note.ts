import type { NewPost } from '../ports/questions/post-store.js';
import type { PromptRow } from '../ports/rows.js';

/** A note of the gateway about a question in one of its chats, due now. `kind`: `late_note`: it is posted after the prompt was closed, too. */
export function noteIn(
  { organizationId }: Pick<PromptRow, 'organizationId'>,
  { channelId, platform, chatId, account }: Pick<NewPost, 'channelId' | 'platform' | 'chatId' | 'account'>,
  text: string,
  now: Date,
  kind: 'note' | 'late_note' = 'note',
): NewPost {
  const post = { organizationId, channelId, platform, chatId, account, failed: null, postDueAt: now, createdAt: now };
  return { ...post, kind, text };
}
