import type { PromptRecord } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { stepsOf, stepTime } from '../src/features/prompts/terms/steps.js';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 10, minutes)).toISOString();
const steps = [
  { after_sec: 600, remind: true as const },
  { after_sec: 1200, channels: ['ops'] },
];
const policy = (pause?: number) => ({
  policy_id: 'two',
  name: 'Two',
  approvals: 2,
  rejections: 1,
  requester_may_answer: true,
  steps,
  on_timeout: null,
  ...(pause !== undefined && { pause_steps_while_taken_sec: pause }),
});
const pending = {
  policy: policy(),
  created_at: at(0),
  state: 'pending',
  answered_at: null,
  expires_at: null,
  taken_at: null,
} as unknown as PromptRecord;

describe('the time of a step', () => {
  const times = (pause: number | undefined, takenAt: string | null) =>
    steps.map((step) => new Date(stepTime({ created_at: at(0), policy: policy(pause) }, step, takenAt)).toISOString());

  it('is the one of the policy while no one has the prompt, or steps do not wait', () => {
    expect(times(1800, null)).toEqual([at(10), at(20)]);
    expect(times(0, at(5))).toEqual([at(10), at(20)]);
    expect(times(undefined, at(5))).toEqual([at(10), at(20)]);
  });

  it('is the end of the pause for steps that are due in it, and for later ones that of the policy', () => {
    expect(times(1800, at(5))).toEqual([at(35), at(35)]);
    expect(times(600, at(5))).toEqual([at(15), at(20)]);
  });

  it('is late by the pause at most, when somebody takes the prompt again', () => {
    expect(times(600, at(15))).toEqual([at(20), at(25)]);
    expect(times(600, at(50))).toEqual([at(20), at(30)]);
  });
});

describe('the steps of a policy', () => {
  const times = (prompt: PromptRecord) => {
    const { done, next } = stepsOf(prompt);
    return [done, next].map((found) => found.map(({ step }) => step.after_sec));
  };

  it('are to come from the time of the next step on', () => {
    expect(times({ ...pending, next_step_at: at(10) })).toEqual([[], [600, 1200]]);
    expect(times({ ...pending, next_step_at: at(20) })).toEqual([[600], [1200]]);
    expect(times({ ...pending, next_step_at: null })).toEqual([[600, 1200], []]);
  });

  it('are those before the answer when the prompt is answered', () => {
    const answered = { ...pending, state: 'answered' as const, answered_at: at(15) };
    expect(times(answered)).toEqual([[600], []]);
  });

  it('are not made after the prompt expires', () => {
    expect(times({ ...pending, next_step_at: at(10), expires_at: at(20) })).toEqual([[], [600]]);
  });

  it('are held back while somebody has the prompt, and are not taken for made ones', () => {
    const held = { ...pending, policy: policy(600), taken_at: at(5), next_step_at: at(15) };
    expect(times(held)).toEqual([[], [600, 1200]]);
    expect(stepsOf(held).next.map(({ dueAt, at: time }) => [dueAt, time])).toEqual([
      [at(10), at(15)],
      [at(20), at(20)],
    ]);
    const after = { ...held, next_step_at: at(20) };
    expect(times(after)).toEqual([[600], [1200]]);
    expect(stepsOf(after).done[0]).toMatchObject({ at: null, isUnsure: false });
  });

  it('may have been held back until the answer, where the policy lets them wait', () => {
    const answered = { ...pending, policy: policy(600), state: 'answered' as const, answered_at: at(21) };
    expect(stepsOf(answered).done.map(({ isUnsure }) => isUnsure)).toEqual([false, true]);
    expect(stepsOf({ ...answered, policy: policy() }).done.map(({ isUnsure }) => isUnsure)).toEqual([false, false]);
  });
});
