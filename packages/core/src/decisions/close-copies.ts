import { isPartOf } from '../inbound/arrival.js';
import type { CloseOptions } from '../prompts/closing.js';
import { showOutcome } from '../prompts/show-outcome.js';
import type { PostRow, PromptRow } from '../rows.js';

/**
 * Shows the outcome of a closed prompt in the other chats, and records where that succeeded. Returns what failed. A chat whose channel
 * is inactive, or whose adapter is not loaded, is left out.
 */
export async function closeCopies(
  options: CloseOptions,
  prompt: PromptRow,
  copies: readonly PostRow[],
): Promise<unknown[]> {
  const { store, channels, accounts, clock } = options;
  const answeredIn = channelOfAnswer(prompt, copies);
  const results = await Promise.all(
    copies.map(async ({ seq, channelId, chatId, messageId, messageRef, closedAt }) => {
      if (messageId === null || closedAt !== null) return null;
      const channel = await channels.find(prompt.organizationId, channelId);
      const resolved = channel?.isActive ? await accounts.resolveIfLoaded(channel) : null;
      if (!resolved) return null;
      const failures = await showOutcome(options, prompt, resolved, {
        target: chatId,
        messages: [{ messageId, ref: messageRef }],
        isConfirmed: prompt.confirmTo !== null && channelId === answeredIn,
      });
      return { seq, failures };
    }),
  );
  const closed = results.flatMap((result) => (result?.failures.length === 0 ? [result.seq] : []));
  if (closed.length > 0) await store.posts.closed(closed, new Date(clock.now()));
  return results.flatMap((result) => result?.failures ?? []);
}

/** The channel of the chat in which a prompt was answered by text. */
export function channelOfAnswer(prompt: PromptRow, copies: readonly PostRow[]): string {
  const { confirmTarget: target, answerDetail } = prompt;
  const isThere = ({ platform, chatId }: Pick<PostRow, 'platform' | 'chatId'>) =>
    target !== null &&
    (answerDetail === null || platform === answerDetail.platform) &&
    (target === chatId || isPartOf(target, chatId) || isPartOf(chatId, target));
  return [prompt, ...copies].find(isThere)?.channelId ?? prompt.channelId;
}
