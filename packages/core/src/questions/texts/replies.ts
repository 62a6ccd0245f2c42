import type { ChoiceCapabilities } from '@gateway/platform-kit';
import { choiceLabels } from '../choices.js';
import type { PromptRow } from '../../ports/rows.js';
import { waysToChoose } from '../replies/how-to-answer.js';
import { choiceMarkers } from '../replies/markers.js';
import type { ReadReply } from '../replies/read-reply.js';

/** The texts that people read in chats without buttons, in one place so that they can be reviewed as a whole. */

const shorten = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…`);
const please = (prompt: PromptRow, capabilities: ChoiceCapabilities) =>
  `please ${waysToChoose(prompt, capabilities).join(', or ')}`;

/** Why a reply is no answer. `read` is not a choice. */
export function notUnderstood(
  prompt: PromptRow,
  read: Exclude<ReadReply, { kind: 'choice' }>,
  capabilities: ChoiceCapabilities,
): string {
  const { num } = prompt;
  if (read.kind === 'unknown') {
    const { length } = choiceLabels(prompt);
    const range = length === 1 ? 'its only choice is 1' : `please reply with a number from 1 to ${length}`;
    return `Question #${num} has no choice ${read.said}: ${range}.`;
  }
  if (read.kind === 'ambiguous') {
    const { kind } = choiceMarkers(prompt);
    const how = kind === 'none' ? 'exactly the words of one' : `its ${kind}`;
    return `“${shorten(read.said)}” fits several choices of question #${num}: please reply with ${how}.`;
  }
  return `Question #${num} takes no other answer: ${please(prompt, capabilities)}.`;
}

export const wordsNotTaken = ({ num }: PromptRow) =>
  `Question #${num} takes no words besides the choice: please reply with the choice alone.`;

/** Several prompts fit an unnamed choice; `sample` is what the person wrote. */
export function nameTheQuestion(prompts: readonly PromptRow[], sample: string): string {
  const nums = prompts.map(({ num }) => num).toSorted((a, b) => a - b);
  const shown = nums.slice(0, 5).map((num) => `#${num}`);
  const more = nums.length > shown.length ? ' and more' : '';
  return `Several questions are open here: ${shown.join(', ')}${more}. Please begin with the number of the question, for example: #${nums[0] ?? ''} ${shorten(sample)}`;
}

/** The last line below changed arguments. It has no numbers: these stand for the choices of the question. */
export const useOrDiscard = (num: number, use: string, discard: string) =>
  `Reply with: ${use} – or with: ${discard}. If several questions are open: #${num} ${use}`;
