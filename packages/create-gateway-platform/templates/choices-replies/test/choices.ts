import type { Message, Simulator } from './simulator.js';

/** The choices are lines of the text, and no part of a message that could be pressed. */
export const labelsOf = (_message: Message): string[] => [];

/** No test of the suite presses where people choose by replies. */
export async function press(_sim: Simulator, _place: number): Promise<void> {
  throw new Error('There is nothing to press: people choose by replies.');
}
