import type { PromptRecord } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { visibleArgument } from '../src/features/prompts/visible-lines.js';
import { isApproval } from '../src/features/prompts/approval/approval.js';
import { needsPostsCard } from '../src/features/prompts/terms/needs-posts-card.js';
import { drawnLabel, runsAction, signAndWords } from '../src/features/prompts/voices.js';

const action = { name: 'deploy', args: null, summary: null, risk: null };
const verbs = ['approve', 'reject', 'edit', 'respond'] as const;

describe('the sign of the gateway', () => {
  it('says which decisions let the action run', () => {
    const asked = { action, decisions: [...verbs], approving_options: null };
    expect(verbs.map((verb) => drawnLabel(asked, verb, verb))).toEqual([
      '✅ approve',
      '⛔ reject',
      '✅ edit',
      '⛔ respond',
    ]);
  });

  it('says that of options only those run the action that are named as such, and without any none does', () => {
    const asked = { action, decisions: null, approving_options: ['No'] };
    expect(['Yes', 'No'].map((option) => runsAction(asked, option))).toEqual([false, true]);
    expect(runsAction({ action }, 'Yes')).toBe(false);
  });

  it('replaces the sign of an agent, and stands apart from its words', () => {
    expect(signAndWords('✅ Reject it', false)).toEqual(['⛔', 'Reject it']);
    expect(signAndWords('✅', false)).toEqual(['⛔', '✅']);
  });

  it('is absent without an action: a label stays as it is', () => {
    expect(drawnLabel({ action: null, decisions: [...verbs] }, 'approve', '✅ Go')).toBe('✅ Go');
    expect(signAndWords('✅ Go', null)).toEqual([null, '✅ Go']);
  });
});

it('a text is no approval, although it is like the label of an option that lets the action run', () => {
  const given = (answer_type: 'option' | 'text') =>
    ({ state: 'answered', action, approving_options: ['Go'], answer: 'Go', answer_type }) as unknown as PromptRecord;
  expect(isApproval(given('option'))).toBe(true);
  expect(isApproval(given('text'))).toBe(false);
  expect(isApproval({ ...given('option'), action: null })).toBe(false);
});

it('the chats are shown when there are several, or when something is wrong in the only one', () => {
  const post = {
    channel_id: 'approvals',
    platform: 'telegram',
    chat_id: '1',
    message_id: '2',
    failed: null,
    closed_at: null,
  };
  expect(needsPostsCard([post])).toBe(false);
  expect(needsPostsCard([post, post])).toBe(true);
  expect(needsPostsCard([{ ...post, failed: 'No such chat.' }])).toBe(true);
  expect(needsPostsCard([{ ...post, uninspectable: true }])).toBe(true);
});

describe('an argument in the console', () => {
  it.each([
    ['false', '"false"'],
    [false, 'false'],
    ['12', '12'],
    ['', '""'],
    [' x', '" x"'],
    [String.raw`C:\new`, String.raw`"C:\\new"`],
    ['a\u202Eb', String.raw`a\u{202e}b`],
    ['one\ntwo', 'one\ntwo'],
    [{ a: 'false' }, '{"a":"false"}'],
  ])('shows %j as another value cannot be shown', (value, shown) => {
    expect(visibleArgument(value)).toBe(shown);
  });
});
