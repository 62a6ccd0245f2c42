import type { PromptRow } from '../ports/rows.js';

type Stepping = Pick<PromptRow, 'createdAt' | 'terms'>;

/**
 * When a step of a prompt's policy is due; null: there is no such step. While somebody has the prompt since `takenAt`, it waits as long as
 * the policy says. However often the prompt is taken, a step is at most this much late.
 */
export function stepTime({ createdAt, terms }: Stepping, index: number, takenAt: Date | null = null): Date | null {
  const { policy } = terms ?? {};
  const step = policy?.steps[index];
  if (!step) return null;
  const due = createdAt.getTime() + step.after_sec * 1000;
  const pauseMs = pauseOf({ terms }) * 1000;
  const pausedUntil = takenAt === null ? due : Math.min(takenAt.getTime(), due) + pauseMs;
  return new Date(Math.max(due, pausedUntil));
}

/** For how many seconds steps wait while somebody has the prompt; 0: they do not. */
export function pauseOf({ terms }: Pick<PromptRow, 'terms'>): number {
  return terms?.policy?.pause_steps_while_taken_sec ?? 0;
}
