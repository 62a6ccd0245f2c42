import type { Outcome } from '@gateway/platform-kit';
import type { PromptRow } from '../rows.js';
import { recordRefusedEvent, type Arrival, type InboundDeps } from './arrival.js';

/** The result of a text, and what its writer is told. */
export interface Handled {
  readonly outcome: Outcome;
  /** The reply in the writer's thread; null: none. */
  readonly reply: string | null;
  /** The prompt that the text was meant for; null: none. */
  readonly prompt: PromptRow | null;
  /** The reply is for the writer alone, where the platform can do that. */
  readonly isPrivate?: boolean;
}

export const handled = (
  result: Outcome['result'],
  reply: string | null = null,
  prompt: PromptRow | null = null,
): Handled => ({
  outcome: { result, notice: null, closedText: null },
  reply,
  prompt,
});

export async function refuse(
  deps: InboundDeps,
  arrival: Arrival,
  reply: string,
  prompt: PromptRow | null,
): Promise<Handled> {
  return (await recordRefusedEvent(deps, arrival, prompt)) ? handled('refused', reply, prompt) : handled('duplicate');
}
