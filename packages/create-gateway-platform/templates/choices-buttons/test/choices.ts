import type { Message, Simulator } from './simulator.js';

export const labelsOf = ({ buttons }: Message): string[] => buttons.map(({ label }) => label);

/** Presses a button of the newest question. Resolves when the adapter has acknowledged it. */
export async function press(sim: Simulator, place: number): Promise<void> {
  const question = sim.messages.findLast(({ buttons }) => buttons.length > 0);
  const button = question?.buttons[place];
  if (!question || !button) throw new Error(`No message has a button ${place}.`);
  await sim.acknowledged(sim.press(question, button.value));
}
