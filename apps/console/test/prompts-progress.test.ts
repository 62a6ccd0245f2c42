import type { Vote } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { choiceOf, isVoteOf, progressOf, talliesOf } from '../src/features/prompts/terms/progress.js';

const created = '2026-01-01T10:00:00.000Z';
const policy = {
  policy_id: 'two',
  name: 'Two',
  approvals: 2,
  rejections: 1,
  requester_may_answer: true,
  steps: [
    { after_sec: 600, remind: true as const },
    { after_sec: 1200, channels: ['ops'] },
  ],
  on_timeout: null,
};
const vote = (person: string, choice: Partial<Vote>): Vote => ({
  by: { person_id: person, operator_id: null, platform: 'example', user_id: `id-${person}`, name: person },
  reason: null,
  at: created,
  channel_id: 'approvals',
  ...choice,
});

describe('the progress of votes', () => {
  it('counts approvals and rejections by the labels of their buttons', () => {
    const prompt = {
      policy,
      decisions: ['approve' as const, 'reject' as const],
      labels: { approve: 'Ship it' },
      votes: [vote('ada', { decision: 'approve' })],
    };
    expect(talliesOf(prompt)).toEqual([
      { label: 'Ship it', count: 1, needed: 2 },
      { label: 'Reject', count: 0, needed: 1 },
    ]);
    const action = { name: 'ship', args: null, summary: null, risk: null };
    expect(talliesOf({ ...prompt, action }).map(({ label }) => label)).toEqual(['✅ Ship it', '⛔ Reject']);
    expect(progressOf(prompt)).toBe('1 of 2 votes');
  });

  it('names the time of a vote that also gives a standing approval', () => {
    const prompt = { action: { name: 'ship', args: null, summary: null, risk: null }, decisions: ['approve' as const] };
    expect(choiceOf(prompt, vote('ada', { decision: 'approve', grant_sec: 3600 }))).toBe('✅ Approve for 1 h');
    expect(choiceOf(prompt, vote('bo', { decision: 'approve' }))).toBe('✅ Approve');
  });

  it('counts equal options, and shows none where one vote decides', () => {
    const votes = [vote('ada', { option: 'Blue' }), vote('bo', { option: 'Red' }), vote('cy', { option: 'Red' })];
    expect(progressOf({ policy: { ...policy, approvals: 3 }, decisions: null, votes })).toBe('2 of 3 votes');
    expect(progressOf({ policy, decisions: null, votes: [] })).toBe('0 of 2 votes');
    expect(progressOf({ policy: { ...policy, approvals: 1 }, decisions: null, votes })).toBeNull();
    expect(progressOf({ votes })).toBeNull();
  });

  it('finds the vote of an operator, also as the person that names the operator', () => {
    const person = { name: 'Ada', identities: [], groups: [], created_at: created, updated_at: created };
    const isOwn = isVoteOf('op-1', { people: [{ ...person, person_id: 'ada', operator_id: 'op-1' }] });
    expect([vote('ada', {}), vote('bo', {})].map(isOwn)).toEqual([true, false]);
    const inConsole = { person_id: null, operator_id: 'op-1', platform: null, user_id: null, name: 'Ada' };
    expect(isOwn(vote('', { by: inConsole }))).toBe(true);
  });
});
