import { visible, type Approver } from '@gateway/contract';
import type { NamesOfApprovers } from '../../ports/people/people-store.js';
import type { PromptRow } from '../../ports/rows.js';
import { labelOf } from '../choices.js';

/** The texts about decisions that people read in the chat, in one place so that they can be reviewed as a whole. */

const howToReply = (num: number, what: string) => `Reply to this message, or write: ID:#${num} ${what}`;

export const askForReason = (prompt: PromptRow, value: string) =>
  `Question #${prompt.num}: ${labelOf(prompt, value)} is recorded. Why? ${howToReply(prompt.num, 'your reason')}`;
export const askForResponse = (prompt: PromptRow) =>
  `Question #${prompt.num}: please write your response. ${howToReply(prompt.num, 'your response')}`;
export const askForEdits = (prompt: PromptRow, lines: readonly string[]) =>
  [
    `Question #${prompt.num}: the arguments are`,
    ...lines,
    '',
    'Write the ones to change as key: value lines, or as a JSON object.',
    howToReply(prompt.num, 'key: value'),
  ].join('\n');
export const askToConfirm = (prompt: PromptRow, lines: readonly string[], changed: readonly string[]) =>
  [`Question #${prompt.num}: use these arguments? Changed: ${changed.map(visible).join(', ')}.`, ...lines].join('\n');

export const useThese = 'Use these';
export const discard = 'Discard';

export const reasonRecorded = (prompt: PromptRow) => `✅ The reason for question #${prompt.num} is recorded.`;
export const decisionStands = (prompt: PromptRow) =>
  `Question #${prompt.num} is decided: ${labelOf(prompt, prompt.answer ?? '')}. These words came too late and were not recorded.`;
export const editsDiscarded = (prompt: PromptRow) =>
  `The changes are discarded. Question #${prompt.num} is still open.`;
export const notYourDraft = 'Only the person who wrote these arguments can use them.';
export const draftGone = 'These arguments were replaced or discarded. Choose Edit again to change them.';
export const writeResponse = 'Please write your response as a reply.';
export const writeEdits = 'Please write the changed arguments as a reply.';
export const writeReason = 'Recorded. Please write the reason as a reply.';
export const voteRecorded = (progress: string) => `Your vote is recorded. ${progress}`;

/** Who may answer, for somebody who may not. A person must be on all `lists`, or one of those whom a step added `later`. */
export function whoMayAnswer(
  { num }: PromptRow,
  lists: readonly (readonly string[])[],
  later: readonly string[],
): string {
  const first = lists.map((names) => joined(names)).join(', and at the same time ');
  const named = [first, joined(later)].filter((names) => names !== '').join(', or ');
  return named === '' ? `You may not answer question #${num}.` : `Only ${named} may answer question #${num}.`;
}
/** All people in the chat read it. */
export const notAllowedHere = ({ num }: PromptRow) =>
  `This answer does not count: question #${num} has other approvers. It is still open.`;
/** Somebody who may not choose the approvers set the bot of this chat, and could answer in the name of others. */
export const notProvenHere = ({ num }: PromptRow) =>
  `This answer does not count: answers to question #${num} from this chat count after an administrator has given the credentials of its channel again.`;
export const requesterMayNot = ({ num }: PromptRow) =>
  `Question #${num} was asked on your behalf: somebody else must answer it.`;

/** Names for a list of approvers; ids where a name is unknown. */
export function approverNames(list: readonly Approver[], { persons, groups, users }: NamesOfApprovers): string[] {
  return list.map((approver) => {
    if ('person' in approver) return persons.get(approver.person) ?? approver.person;
    if ('group' in approver) return `the group ${groups.get(approver.group) ?? approver.group}`;
    return users.get(approver.user_id) ?? `the user ${approver.user_id}`;
  });
}

function joined(names: readonly string[]): string {
  const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
