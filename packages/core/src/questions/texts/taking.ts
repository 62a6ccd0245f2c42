import { visible } from '@gateway/contract';

/** The texts about who looks after a prompt that people read in the chat. */

/** What somebody presses or writes to say that they look after a prompt. */
export const takeWords = 'I have it';

/** Whether a text says so. */
export const saysTake = (text: string) => text.trim().toLowerCase() === takeWords.toLowerCase();

export const youHaveIt = (num: number) => `You have question #${num}. It still needs an answer.`;
export const youHadIt = (num: number) => `You have question #${num} already. It still needs an answer.`;

/** `before`: who had it; null: no one had. */
export const takenNote = (num: number, name: string, before: string | null) =>
  `✋ ${visible(name)} has question #${num}${before === null ? '.' : ` now, instead of ${visible(before)}.`}`;
export const handedOverNote = (num: number, name: string, by: string) =>
  `✋ ${visible(by)} handed question #${num} over to ${visible(name)}.`;
/** `before`: who had it, if it was somebody else. */
export const releasedNote = (num: number, by: string, before: string | null) =>
  before === null
    ? `${visible(by)} gave question #${num} back. It still needs an answer.`
    : `${visible(by)} released question #${num}, which ${visible(before)} had. It still needs an answer.`;
