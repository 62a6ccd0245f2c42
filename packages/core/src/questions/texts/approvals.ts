/** The texts about approvals that people read in the chat, in one place so that they can be reviewed as a whole. */

/** What somebody presses or writes to take their approval back. */
export const takeBackWords = 'Take back';

export const howToTakeBack = `To take it back, reply to the question within 10 minutes: ${takeBackWords}`;
export const takenBackNote = (num: number, name: string) => `↩️ ${name} took back the approval of question #${num}.`;
export const notYourApproval = 'Only who approved can take it back.';
/** `why`: the rest of a sentence that starts with the question. */
export const cannotTakeBack = (num: number, why: string) => `Question #${num} ${why}`;

/** Whether a text says that an approval is to be taken back. */
export const saysTakeBack = (text: string) => text.trim().toLowerCase() === takeBackWords.toLowerCase();

/** The button that shows what the message has shortened. */
export const showAll = 'Show all';
export const saysShowAll = (text: string) => text.trim().toLowerCase() === showAll.toLowerCase();
export const wholeFollows = (num: number) => `The whole action of question #${num} follows.`;
export const wholeIsThere = (num: number) => `The whole action of question #${num} was shown here a moment ago.`;
export const wholeCaption = (num: number) => `The whole action of question #${num}.`;
/** Below an action that no press can show in full. */
export const neverWhole =
  'The action is too long for this chat. No answer from here lets it run: read and answer it in the console.';
export const notSeenWhole = (num: number) =>
  `This chat could not show the whole action of question #${num}, so no answer from here lets it run. Read and answer it in the console, or press ${showAll} to try again.`;
