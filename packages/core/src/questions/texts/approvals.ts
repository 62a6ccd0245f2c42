/** The texts about approvals that people read in the chat, in one place so that they can be reviewed as a whole. */

/** What somebody writes to take their approval back. */
const takeBackWords = 'Take back';

export const howToTakeBack = `To take it back, reply to the question within 10 minutes: ${takeBackWords}`;
export const takenBackNote = (num: number, name: string) => `↩️ ${name} took back the approval of question #${num}.`;
export const notYourApproval = 'Only who approved can take it back.';
/** `why`: the rest of a sentence that starts with the question. */
export const cannotTakeBack = (num: number, why: string) => `Question #${num} ${why}`;

/** Whether a text says that an approval is to be taken back. */
export const saysTakeBack = (text: string) => text.trim().toLowerCase() === takeBackWords.toLowerCase();
