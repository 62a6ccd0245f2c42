import type { PolicyStep, PromptRecord } from '@gateway/contract';

/** A step of the policy of a prompt. */
export interface PromptStep {
  readonly step: PolicyStep;
  /** When the policy says that it is made. */
  readonly dueAt: string;
  /** When it is made: later than `dueAt` while it is held back. Of one that was made null: the policy lets steps wait, so it may have been late. */
  readonly at: string | null;
  /** The prompt has ended, and the step may have been held back until then. */
  readonly isUnsure: boolean;
}

type Stepping = Pick<PromptRecord, 'created_at' | 'policy'>;

/**
 * When a step of a prompt's policy is made, in Unix milliseconds. While somebody has the prompt since `takenAt`, it waits as long as the
 * policy says: the rule of the gateway. Null: no one has it.
 */
export function stepTime({ created_at, policy }: Stepping, step: PolicyStep, takenAt: string | null): number {
  const due = Date.parse(created_at) + step.after_sec * 1000;
  const pausedUntil = takenAt === null ? due : Math.min(Date.parse(takenAt), due) + pauseMs(policy);
  return Math.max(due, pausedUntil);
}

const pauseMs = (policy: Stepping['policy']) => (policy?.pause_steps_while_taken_sec ?? 0) * 1000;

/** The steps of the policy that were made; the others are still to come. */
export function stepsOf(prompt: PromptRecord): {
  readonly done: readonly PromptStep[];
  readonly next: readonly PromptStep[];
} {
  const { policy, state, taken_at, next_step_at, expires_at } = prompt;
  const steps = policy?.steps ?? [];
  const pause = pauseMs(policy);
  const isPending = state === 'pending';
  const end = isPending ? null : endOf(prompt);
  const next = next_step_at ? Date.parse(next_step_at) : Infinity;
  const all = steps.map((step) => ({ step, due: stepTime(prompt, step, null), at: stepTime(prompt, step, taken_at) }));
  return {
    done: all
      .filter(({ due, at }) => (end === null ? at < next : due < end))
      .map(({ step, due }) => ({
        step,
        dueAt: iso(due),
        at: pause > 0 ? null : iso(due),
        isUnsure: end !== null && due + pause >= end,
      })),
    next: isPending
      ? all
          .filter(({ at }) => at >= next && (expires_at === null || at < Date.parse(expires_at)))
          .map(({ step, due, at }) => ({ step, dueAt: iso(due), at: iso(at), isUnsure: false }))
      : [],
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** When the prompt ended, in Unix milliseconds; 0: unknown. */
function endOf({ answered_at, posts, expires_at, closed_reason }: PromptRecord): number {
  const end = answered_at ?? (closed_reason === 'ttl' ? expires_at : (posts?.[0]?.closed_at ?? null));
  return end === null ? 0 : Date.parse(end);
}
