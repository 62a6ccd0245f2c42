import type { PolicyRules } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { policySentences, span } from '../src/lib/records/policy-sentences.js';

const rules: PolicyRules = { approvals: 1, rejections: 1, requester_may_answer: true, steps: [], on_timeout: null };
const at = '2026-01-01T00:00:00.000Z';
const directory = {
  people: [
    { person_id: 'ada', name: 'Ada', identities: [], operator_id: null, groups: [], created_at: at, updated_at: at },
  ],
  groups: [{ group_id: 'leads', name: 'Leads', members: [], created_at: at, updated_at: at }],
};

describe('the sentences of a policy', () => {
  it('say how many people decide, and that the prompt expires', () => {
    expect(policySentences(rules, directory)).toEqual([
      '1 person must approve or choose an option.',
      '1 person can reject.',
      'Without a decision in time, the prompt expires.',
    ]);
  });

  it('say the requester, the steps with the names of approvers, and what counts after the time', () => {
    const steps = [
      { after_sec: 900, remind: true as const },
      {
        after_sec: 3600,
        channels: ['ops', 'leads'],
        approvers: [{ group: 'leads' }, { person: 'ada' }, { user_id: '7' }],
      },
    ];
    const all = { approvals: 2, rejections: 3, requester_may_answer: false, steps };
    expect(policySentences({ ...all, on_timeout: { decision: 'reject' } }, directory)).toEqual([
      '2 people must approve or choose the same option.',
      '3 people can reject together.',
      'The person for whom the agent acts may not answer.',
      'After 15 minutes without a decision: a reminder is posted as a reply to the prompt.',
      'After 1 hour without a decision: the prompt is also posted in ops and leads, and these may answer as well: the group Leads, Ada, or the user 7.',
      'Without a decision in time, the prompt is rejected.',
    ]);
    expect(policySentences({ ...rules, on_timeout: { option: 'Later' } }, directory).at(-1)).toBe(
      'Without a decision in time, the prompt is answered with “Later”.',
    );
    expect(policySentences({ ...rules, on_timeout: { decision: 'approve' } }, directory).at(-1)).toBe(
      'Without a decision in time, the prompt is approved.',
    );
  });

  it('say for how long steps wait while somebody has the prompt', () => {
    const steps = [{ after_sec: 900, remind: true as const }];
    const waits = { ...rules, pause_steps_while_taken_sec: 1800 };
    expect(policySentences({ ...waits, steps }, directory)).toContain(
      'While somebody has the prompt, a step waits for 30 minutes at most.',
    );
    expect(policySentences(waits, directory)).toEqual(policySentences(rules, directory));
  });
});

it('says a time in the largest unit that divides it', () => {
  expect([1, 90, 5400, 7200, 86_400].map(span)).toEqual(['1 second', '90 seconds', '90 minutes', '2 hours', '1 day']);
});
