import type { PromptRow } from '../rows.js';

/** What people read in the chat. One place, so that it can be reviewed (and one day translated) as a whole. */

/** The state a reader sees: an overdue prompt is expired whether or not the background pass has come by. */
export function visibleState(prompt: PromptRow, nowMs: number): 'pending' | 'answered' | 'expired' {
  if (prompt.state === 'answered' || prompt.state === 'expired') return prompt.state;
  if (prompt.state === 'orphaned') return 'expired';
  return prompt.expiresAt !== null && prompt.expiresAt.getTime() <= nowMs ? 'expired' : 'pending';
}

/** One line with a closed prompt's outcome, for the foot of its message. */
export function outcomeLine(prompt: PromptRow): string {
  if (prompt.state === 'answered') return `✅ ${shorten(prompt.answer ?? '', 300)} (${answererName(prompt)})`;
  if (prompt.state === 'orphaned') return '✖️ Closed: never registered';
  return prompt.closedReason === 'cancelled' ? '✖️ Withdrawn' : '⌛ Expired';
}

/** To the person whose answer was taken. */
export function acceptedNotice(prompt: PromptRow): string {
  return `Recorded: ${shorten(prompt.answer ?? '', 120)}`;
}

/** To a person who comes too late. */
export function closedNotice(prompt: PromptRow): string {
  if (prompt.state === 'answered') {
    return `Question #${prompt.num} is closed. The answer was: ${shorten(prompt.answer ?? '', 80)} (${shorten(answererName(prompt), 40)})`;
  }
  if (prompt.state === 'orphaned') return `Question #${prompt.num} was never registered. Nothing was recorded.`;
  return prompt.closedReason === 'cancelled'
    ? `Question #${prompt.num} was withdrawn. Nothing was recorded.`
    : `Question #${prompt.num} has expired. Nothing was recorded.`;
}

/** Why a prompt takes no answer any more: ends a sentence that begins with its name. */
export function closedReason(prompt: PromptRow): string {
  if (prompt.state === 'answered')
    return `has been answered already: ${JSON.stringify(shorten(prompt.answer ?? '', 80))} by ${shorten(answererName(prompt), 40)}.`;
  if (prompt.state === 'orphaned') return 'was never registered: it takes no answer.';
  return prompt.closedReason === 'cancelled'
    ? 'was withdrawn: it takes no answer any more.'
    : 'has expired: it takes no answer any more.';
}

/** In the thread of the text that was taken as the answer. */
export function confirmation(prompt: PromptRow): string {
  return `✅ Recorded as the answer to question #${prompt.num}.`;
}

export const unknownButton = 'This button belongs to no open question here.';
export const unknownQuestion = (num: number) =>
  num === 0 ? 'There is no question with that number here.' : `There is no question #${num} here.`;
export const buttonsOnly = (num: number) => `Question #${num} takes no text: please press one of its buttons.`;
export const noOptions = (num: number) => `Question #${num} takes no answer.`;
export const emptyReply = (num: number) => `Please write your answer after the number: ID:#${num} your answer`;
export const nearMiss = (num: number) =>
  `This does not count as an answer yet. To answer question #${num}, write: ID:#${num} your answer`;

function answererName(prompt: PromptRow): string {
  return prompt.answeredByName ?? prompt.answeredByUsername ?? prompt.answeredById ?? 'unknown';
}

/** At most `max` UTF-16 units, never half a character. */
function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
