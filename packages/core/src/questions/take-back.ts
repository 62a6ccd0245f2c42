import { choiceLimits, type Button, type Capabilities } from '@gateway/platform-kit';
import type { PromptRow } from '../ports/rows.js';
import { approvedIn } from './answer-of.js';
import { closedText } from './closed-text.js';
import { takeBackWords } from './texts/approvals.js';
import { takeBackToken } from './tokens.js';

/** Milliseconds after the answer in which an approval can be taken back. */
const TAKE_BACK_MS = 600_000;

/** Why the approval of a prompt cannot be taken back; null: it can. The rest of a sentence that starts with the prompt's id. */
export function whyNotTakenBack(prompt: PromptRow, nowMs: number): string | null {
  if (!approvedIn(prompt)) return 'has no approval that could be taken back.';
  if (prompt.consumedAt !== null) return 'was used already: the action may have run.';
  if (prompt.withdrawnAt !== null) return 'was taken back before.';
  const since = prompt.answeredAt?.getTime() ?? 0;
  return nowMs - since > TAKE_BACK_MS ? 'was approved more than 10 minutes ago: it cannot be taken back.' : null;
}

/** Approvals that were given at this time or later can still be taken back. */
export function takenBackSince(nowMs: number): Date {
  return new Date(nowMs - TAKE_BACK_MS);
}

/** The buttons that stay below a closed question. */
export function closedButtons(prompt: PromptRow, capabilities: Capabilities, nowMs: number): Button[] {
  const isOffered = canHaveButton(capabilities) && whyNotTakenBack(prompt, nowMs) === null;
  return isOffered ? [{ label: takeBackWords, token: takeBackToken(prompt) }] : [];
}

/**
 * Whether a closed question may still show the button for an approval that has ended since: it was used or taken back. Not where the
 * outcome had no room: then it is a message of its own.
 */
export function mayShowEnded(prompt: PromptRow, capabilities: Capabilities): boolean {
  const hasEnded = prompt.consumedAt !== null || prompt.withdrawnAt !== null;
  if (!hasEnded || approvedIn(prompt) === null || !canHaveButton(capabilities)) return false;
  return closedText({ ...prompt, withdrawnAt: null }, capabilities) !== null;
}

function canHaveButton(capabilities: Capabilities): boolean {
  const { kind, labelLength } = choiceLimits(capabilities);
  return capabilities.edit !== 'none' && kind === 'buttons' && takeBackWords.length <= (labelLength ?? 0);
}
