import type { Message, Simulator } from './simulator.js';

export const labelsOf = ({ text }: Message): string[] =>
  [...text.matchAll(/^\d+\. (.*)$/gm)].map(([, label = '']) => label);

/** Replies with the number of an option. Resolves when the adapter has acknowledged it. */
export async function press(sim: Simulator, place: number): Promise<void> {
  await sim.acknowledged(sim.write(String(place + 1)));
}
