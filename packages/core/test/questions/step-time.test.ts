import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseOf, stepTime } from '../../src/questions/step-time.js';
import { visibleState } from '../../src/questions/prompt-state.js';
import { after, at, policyOf, promptOf } from '../rows.js';

const stepping = (pause?: number) =>
  promptOf(
    {},
    {
      policy: policyOf({
        steps: [
          { after_sec: 300, remind: true },
          { after_sec: 900, remind: true },
        ],
        ...(pause !== undefined && { pause_steps_while_taken_sec: pause }),
      }),
    },
  );

describe('a step of a policy', () => {
  it.each([
    ['is due its seconds after the question was asked', stepping(), 0, null, 300],
    ['is counted from the question and not from the step before', stepping(), 1, null, 900],
    ['is due at its time where the policy has no pause', stepping(), 0, 100, 300],
    ['is due at its time where the pause is 0', stepping(0), 0, 299, 300],
    ['is due at its time while no one has the question', stepping(600), 0, null, 300],
    ['waits for the pause from the time of “I have it”', stepping(600), 0, 100, 700],
    ['waits from the first second', stepping(600), 0, 0, 600],
    ['is at its time where the pause ends before it', stepping(600), 1, 100, 900],
    ['is at its time where the pause ends with it', stepping(600), 1, 300, 900],
    ['is late by the pause where it is taken right before', stepping(600), 0, 300, 900],
    ['is late by the pause at most where it is taken after its time', stepping(600), 0, 800, 900],
  ] as const)('%s', (_, prompt, index, taken, due) => {
    expect(stepTime(prompt, index, taken === null ? null : after(taken))).toEqual(after(due));
  });

  it.each([
    ['beyond the last one does not exist', stepping(), 2],
    ['of a policy without steps does not exist', promptOf({}, { policy: policyOf() }), 0],
    ['of a prompt without a policy does not exist', promptOf({}, {}), 0],
    ['of a prompt without terms does not exist', promptOf(), 0],
  ] as const)('%s', (_, prompt, index) => {
    expect(stepTime(prompt, index, at)).toBeNull();
  });

  it('is never early, and never later than its pause, whenever the question is taken', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: 0, max: 20_000 }), (pause, taken) => {
        const due = stepTime(stepping(pause), 0, after(taken))?.getTime() ?? 0;
        expect(due).toBeGreaterThanOrEqual(after(300).getTime());
        expect(due).toBeLessThanOrEqual(after(300 + pause).getTime());
      }),
    );
  });

  it('has no pause for prompts of a policy from before there were pauses', () => {
    expect([pauseOf(stepping()), pauseOf(promptOf()), pauseOf(stepping(60))]).toEqual([0, 0, 60]);
  });
});

describe('the state that people see of a prompt', () => {
  const now = after(0).getTime();
  it.each([
    ['is pending before its time is over', { expiresAt: after(1) }, 'pending'],
    ['is expired at the second at which its time is over', { expiresAt: after(0) }, 'expired'],
    ['is pending without an end', { expiresAt: null }, 'pending'],
    ['is pending at the end while the policy decides', { expiresAt: after(-1), timeoutAnswer: 'reject' }, 'pending'],
    ['stays answered after its time', { state: 'answered', expiresAt: after(-1) }, 'answered'],
    ['is expired where the request was never finished', { state: 'orphaned' }, 'expired'],
    ['is pending while it is posted', { state: 'posting' }, 'pending'],
  ] as const)('%s', (_, fields, state) => {
    expect(visibleState(promptOf(fields), now)).toBe(state);
  });
});
