import { localChoice, useLocalChoice } from '../../../lib/storage/local-choice.js';

/** What this browser does while somebody answers prompts. Everything is on unless it was turned off. */
const OFF = 'off';
const opensNext = localChoice('prompts-open-next');
const waitsForUndo = localChoice('prompts-undo');

/** How long an answer can be undone before it is sent. */
const UNDO_MS = 5000;

/** Opens the first prompt of the list, and after an answer the next one, where the list is next to it. */
export const useOpensNext = (): boolean => useLocalChoice(opensNext) !== OFF;
export const setOpensNext = (on: boolean): void => opensNext.set(on ? '' : OFF);

export const useWaitsForUndo = (): boolean => useLocalChoice(waitsForUndo) !== OFF;
export const setWaitsForUndo = (on: boolean): void => waitsForUndo.set(on ? '' : OFF);

/** Milliseconds. 0: an answer is sent at once. */
export const undoTime = (): number => (waitsForUndo.get() === OFF ? 0 : UNDO_MS);
