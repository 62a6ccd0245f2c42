import { formatPromptId } from '@gateway/contract';
import { isPlatformError } from '@gateway/platform-kit';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import type { Store } from '../ports/store.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { messagesLeft } from './attempts.js';
import { hasNoMessage } from '../questions/prompt-state.js';
import type { NewPrompt } from '../ports/questions/prompt-store.js';

/**
 * The prompt that an earlier request with the same key opened before its instance crashed, to be continued; null: there is none. It may
 * already be posted: check its state.
 */
export async function earlierPrompt(
  { prompts }: Pick<Store, 'prompts'>,
  { organizationId, expiresAt }: Pick<NewPrompt, 'organizationId' | 'expiresAt'>,
  claimed: ClaimedKey | null,
): Promise<PromptRow | null> {
  if (!claimed || claimed.promptNum === null) return null;
  const earlier =
    (await prompts.repost(organizationId, claimed.promptNum, expiresAt)) ??
    (await prompts.get(organizationId, claimed.promptNum));
  // What a rule answers is never posted: its instance may have been of an earlier version, and crashed before the answer.
  const isLost = earlier?.state === 'orphaned' || (earlier?.state === 'posting' && hasNoMessage(earlier));
  return isLost ? null : earlier;
}

/**
 * Discards a prompt whose posting failed; null: it was discarded. With an Idempotency-Key the prompt is kept if its message may be
 * in the chat, from this attempt or an earlier one: then a retry continues it, and an answer to the message counts.
 */
export async function discardOrKeep(
  { prompts }: Store,
  prompt: PromptRow,
  error: unknown,
  claimed: ClaimedKey | null,
): Promise<PromptRow | null> {
  const { organizationId, num } = prompt;
  const isUnknown = !(error instanceof Refusal) && (!isPlatformError(error) || error.code === 'unavailable');
  const left = messagesLeft(error);
  const mayBeInChat = isUnknown || prompt.postAttempts > 1;
  if (!(claimed && mayBeInChat) && (await prompts.discard(prompt, claimed?.claim, left))) return null;
  for (const messageId of left) await prompts.noteMessage(organizationId, num, messageId);
  if (left.length > 0) await prompts.linkMessages(prompt, left);
  return await prompts.get(organizationId, num);
}

/** The prompt is in the chat, but the database could not record the message. Without a key no retry can continue it. */
export function notRecorded({ num }: PromptRow, claimed: ClaimedKey | null): Refusal {
  const id = formatPromptId(num);
  const what = `The question is in the chat as ${id}, and an answer counts, but the database could not record the message.`;
  return claimed
    ? new Refusal(
        'unavailable',
        `${what} Repeat the request with the same Idempotency-Key: it continues ${id}.`,
        null,
        {
          attempted: true,
        },
      )
    : new Refusal(
        'unavailable',
        `${what} Unless a person answers it, it closes by itself soon: read ${id} after 3 minutes, and ask again if there is no such prompt.`,
        null,
        { code: 'outcome_unknown', attempted: true },
      );
}
