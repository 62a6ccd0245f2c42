import { grantTime, labelWords } from '@gateway/contract';
import type { ChoiceCapabilities } from '@gateway/platform-kit';
import { allowsText, waysToChoose } from '../replies/how-to-answer.js';
import { approvedIn } from '../answer-of.js';
import { choiceLabels, labelOf } from '../choices.js';
import type { PromptRow } from '../../ports/rows.js';
import { howToTakeBack } from './approvals.js';

/** The texts that people read in the chat, in one place so that they can be reviewed as a whole. */

/** One line with a closed prompt's outcome, for the end of its message. */
export function outcomeLine(prompt: PromptRow): string {
  if (prompt.state === 'answered')
    return `${prompt.withdrawnAt === null ? outcomeSign(prompt) : '↩️ Taken back:'} ${shorten(answerText(prompt), 300)} (${answererName(prompt)})`;
  if (prompt.state === 'orphaned') return '✖️ Closed: never registered';
  if (prompt.closedReason === 'undeliverable') return '✖️ Closed: not delivered completely';
  return prompt.closedReason === 'cancelled' ? '✖️ Cancelled' : '⌛ Expired';
}

/** The notice to the person whose answer was recorded. */
export function acceptedNotice(prompt: PromptRow): string {
  const recorded = `Recorded: ${shorten(answerText(prompt), 120)}`;
  return approvedIn(prompt) ? `${recorded}. ${howToTakeBack}` : recorded;
}

/** The notice to a person whose answer came too late. */
export function closedNotice(prompt: PromptRow): string {
  if (prompt.state === 'answered') {
    return `Question #${prompt.num} is closed. The answer was: ${shorten(answerText(prompt), 80)} (${shorten(answererName(prompt), 40)})`;
  }
  if (prompt.state === 'orphaned') return `Question #${prompt.num} was never registered. Nothing was recorded.`;
  if (prompt.closedReason === 'undeliverable')
    return `Question #${prompt.num} was not delivered completely. Nothing was recorded.`;
  return prompt.closedReason === 'cancelled'
    ? `Question #${prompt.num} was cancelled. Nothing was recorded.`
    : `Question #${prompt.num} has expired. Nothing was recorded.`;
}

/** Why a prompt no longer takes an answer: the end of a sentence that starts with the prompt's id. */
export function closedReason(prompt: PromptRow): string {
  if (prompt.state === 'answered')
    return `is already answered: ${JSON.stringify(shorten(answerText(prompt), 80))} by ${shorten(answererName(prompt), 40)}.`;
  if (prompt.state === 'orphaned') return 'was never registered: it takes no answer.';
  if (prompt.closedReason === 'undeliverable') return 'was not delivered: it no longer takes an answer.';
  return prompt.closedReason === 'cancelled'
    ? 'was cancelled: it no longer takes an answer.'
    : 'has expired: it no longer takes an answer.';
}

/** The confirmation in the thread of a text that was recorded as the answer. */
export function confirmation(prompt: PromptRow): string {
  const recorded = `✅ Recorded as the answer to question #${prompt.num}.`;
  return approvedIn(prompt) ? `${recorded} ${howToTakeBack}` : recorded;
}

export const alreadyShown = (num: number) => `Question #${num} is in this chat already.`;
export const unknownButton = 'This button belongs to no open question here.';
export const unknownQuestion = (num: number) =>
  num === 0 ? 'There is no question with that number here.' : `There is no question #${num} here.`;
export const buttonsOnly = (num: number) => `Question #${num} takes no text: please press one of its buttons.`;
/** The reply to a voice message, a sticker or a reaction. */
export function notAnAnswer(prompt: PromptRow, capabilities: ChoiceCapabilities): string {
  const ways = [
    ...(choiceLabels(prompt).length > 0 ? waysToChoose(prompt, capabilities) : []),
    ...(allowsText(prompt) ? [`reply with a text${prompt.allowAttachments ? ', a photo or a file' : ''}`] : []),
  ];
  return `This does not count as an answer to question #${prompt.num}: please ${ways.join(' or ')}.`;
}
export const noOptions = (num: number) => `Question #${num} takes no answer.`;
export const emptyReply = (num: number) => `Please write your answer after the number: ID:#${num} your answer`;
export const nearMiss = (num: number) =>
  `This does not count as an answer yet. To answer question #${num}, write: ID:#${num} your answer`;

/** The answer as people read it: the label of a decision, or what was said. */
function answerText(prompt: PromptRow): string {
  const files = prompt.answerFiles?.length ?? 0;
  const attached = files === 0 ? [] : [`📎 ${files} ${files === 1 ? 'file' : 'files'}`];
  return [answerWords(prompt), ...attached].filter((part) => part !== '').join(' ');
}

function answerWords(prompt: PromptRow): string {
  const { answer, answerType, answerDetail, terms } = prompt;
  const seconds = answerDetail?.grantSec;
  if (seconds !== undefined)
    return `${labelWords(labelOf(prompt, answer ?? ''))}, for ${grantTime(seconds)} also the next ones`;
  const said = answerDetail?.text ?? labelOf(prompt, answer ?? '');
  return terms?.action && answerType !== 'text' && answerDetail?.text == null ? labelWords(said) : said;
}

/** With an action, in the words of the gateway whether it may run. */
function outcomeSign(prompt: PromptRow): string {
  if (prompt.terms?.action) return approvedIn(prompt) ? '✅ Approved:' : '⛔ Rejected:';
  return isRejected(prompt) ? '❌' : '✅';
}

function isRejected({ answerType, answer }: PromptRow): boolean {
  return answerType === 'decision' && answer === 'reject';
}

function answererName(prompt: PromptRow): string {
  if (prompt.decidedBy === 'policy') return 'no answer in time';
  return prompt.answeredByName ?? prompt.answeredByUsername ?? prompt.answeredById ?? 'unknown';
}

/** At most `max` UTF-16 units, never half a character. */
function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
