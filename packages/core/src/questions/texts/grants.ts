import { foldedLabel, formatPromptId, grantLabel, labelWords } from '@gateway/contract';
import type { GrantRow } from '../../ports/questions/grant-store.js';
import type { PromptRow } from '../../ports/rows.js';
import { grantTimes } from '../grants/grant-offer.js';
import { grantState } from '../grants/grant-state.js';

/** The texts about standing approvals that people read in the chat, in one place so that they can be reviewed as a whole. */

/** What somebody presses or writes to end one. */
export const stop = 'Stop';
export const saysStop = (text: string) => foldedLabel(text) === foldedLabel(stop);

/** Whether a text is the label of a button that gives one: a text gives none. */
export const saysGrant = (prompt: PromptRow, text: string) =>
  grantTimes(prompt).some((seconds) => foldedLabel(labelWords(text)) === foldedLabel(grantLabel(seconds)));
export const onlyByButton =
  'A written text gives no standing approval: press the button. To approve only this one, reply with the words of its button.';

export const grantStopped = 'The standing approval has ended. From now on, questions come here again.';
export const grantEndedBefore = 'This standing approval has ended already.';
export const notYourGrant = 'Only who could answer the question can end its standing approval.';

/** The message of a standing approval in its chat. `now`: milliseconds. */
export function grantMessage(grant: GrantRow, now: number): string {
  const { givers, promptNum, covers, until, uses, maxUses, lastUsedAt } = grant;
  const names = givers.map(({ name }) => name).join(', ');
  const state = grantState(grant, now);
  const used = `Used ${uses} of ${maxUses} times${lastUsedAt ? `, the last time at ${timeOf(lastUsedAt)}` : ''}.`;
  const ended = state.reason ? `🔒 Ended at ${timeOf(state.endedAt)}: ${endText(grant, state.reason)}.` : null;
  return [
    `🔓 Standing approval by ${names}, given with question ${formatPromptId(promptNum)}, until ${timeOf(until)}.`,
    ...(covers === null ? [] : [`It lets these run: ${covers}`]),
    used,
    ...(ended === null ? [] : [ended]),
  ].join('\n');
}

function endText({ endedBy }: GrantRow, reason: NonNullable<ReturnType<typeof grantState>['reason']>): string {
  const texts = {
    stopped: `stopped by ${endedBy?.name ?? endedBy?.id ?? 'an API client'}`,
    expired: 'its time is over',
    used_up: 'all uses are used up',
    rule_changed: 'the rule was changed',
    not_an_approver: 'who gave it may not answer any more',
    taken_back: 'the approval was taken back',
  };
  return texts[reason];
}

const timeOf = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
