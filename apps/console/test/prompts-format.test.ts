import type { PromptRecord } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { answerer, keyOfOption } from '../src/features/prompts/format.js';
import { promptBadge } from '../src/lib/records/prompt-badge.js';

const answered = { state: 'answered', answer: 'Yes', answer_type: 'option' } as const;

describe('prompt texts', () => {
  it('distinguishes cancelled from expired prompts', () => {
    expect(promptBadge({ state: 'pending', closed_reason: null }).label).toBe('Pending');
    expect(promptBadge({ state: 'answered', closed_reason: null }).label).toBe('Answered');
    expect(promptBadge({ state: 'expired', closed_reason: 'ttl' }).label).toBe('Expired');
    expect(promptBadge({ state: 'expired', closed_reason: 'cancelled' }).label).toBe('Cancelled');
    expect(promptBadge({ state: 'expired', closed_reason: 'undeliverable' }).label).toBe('Not delivered');
  });

  it('distinguishes answers in the console from answers in the chat', () => {
    expect(answerer({ ...answered, answered_by_id: 'operator:7', answered_by_username: 'Grace' })).toEqual({
      name: 'Grace',
      text: '{name} answered in the console',
    });
    expect(answerer({ ...answered, answered_by_id: 'operator:7', answered_by_username: null }).name).toBe('7');
    expect(answerer({ ...answered, answered_by_id: '5000001', answered_by_username: null })).toEqual({
      name: '5000001',
      text: '{name} answered in the chat',
    });
    expect(answerer({ ...answered, answered_by_id: null, answered_by_username: null }).name).toBe('Unknown user');
    const deceptive = { ...answered, answered_by_id: '7', answered_by_username: 'Ada\u{202E}evorppa' };
    expect(answerer(deceptive).name).toBe(String.raw`Ada\u{202e}evorppa`);
  });

  it('names the policy that decided', () => {
    const policy = {
      policy_id: 'night',
      name: 'Night',
      approvals: 2,
      rejections: 1,
      requester_may_answer: true,
      steps: [],
      on_timeout: { decision: 'reject' as const },
    };
    expect(
      answerer({ ...answered, answered_by_id: null, answered_by_username: null, decided_by: 'policy', policy }),
    ).toEqual({
      name: 'Policy “Night”',
      text: '{name} decided after the time was over',
    });
  });

  it('says what a rule decided, and never names a policy', () => {
    const policy = { policy_id: 'night', name: 'Night' } as PromptRecord['policy'];
    const byRule = {
      ...answered,
      answer_type: 'decision' as const,
      action: { name: 'deploy', args: null, summary: null, risk: null },
      decisions: ['approve' as const, 'reject' as const],
      answered_by_id: null,
      answered_by_username: null,
      decided_by: 'rule' as const,
      rule: { rule_id: 'reads', version: 3 },
      policy,
    };
    const decision = { type: 'decision' as const, reason: null, args: null, text: null };
    expect(answerer({ ...byRule, decision: { ...decision, value: 'approve' } })).toEqual({
      name: 'the rule reads',
      text: 'Allowed by {name}',
    });
    expect(answerer({ ...byRule, decision: { ...decision, value: 'reject' } }).text).toBe('Denied by {name}');
  });

  it('says that a standing approval answered', () => {
    const byGrant = { ...answered, answered_by_id: null, answered_by_username: null, decided_by: 'grant' as const };
    expect(answerer(byGrant)).toEqual({ name: 'a standing approval', text: 'Answered by {name}' });
  });

  it('assigns keyboard keys to the first ten options', () => {
    expect(Array.from({ length: 11 }, (_, index) => keyOfOption(index))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '0',
      null,
    ]);
  });
});
