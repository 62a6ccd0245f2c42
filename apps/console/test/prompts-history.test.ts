import type { PromptRecord } from '@gateway/contract';
import { expect, it } from 'vitest';
import { approvedBefore } from '../src/features/prompts/history/approvals.js';
import { changesOf } from '../src/features/prompts/history/changes.js';

const scale = { name: 'scale', args: { service: 'api', replicas: 8 }, summary: null, risk: 'low' };
const asked = {
  id: '#9',
  prompt_num: 9,
  state: 'pending',
  channel_id: 'ops',
  options: [],
  decisions: ['approve', 'reject', 'edit'],
  action: scale,
  policy: null,
} as unknown as PromptRecord;
const approved = {
  ...asked,
  id: '#1',
  prompt_num: 1,
  state: 'answered',
  answer_type: 'decision',
  decision: { value: 'approve' },
  decided_by: 'person',
  withdrawn_at: null,
  answered_at: '2026-11-20T10:00:00.000Z',
  answered_by_id: 'operator:o1',
  answered_by_username: 'Ada Lovelace',
};
const record = (changes: object = {}) => ({ ...approved, ...changes }) as unknown as PromptRecord;
const withArgs = (args: object, more: object = {}) => record({ action: { ...scale, args }, ...more });
const before = (...prompts: PromptRecord[]) => approvedBefore(asked, { prompts, isPart: false });
const none = { found: 'none', among: null };

it('approvals of the same action are counted, with the name of each person who approved once', () => {
  const emma = { answered_by_id: '42', answered_by_username: 'Emma' };
  expect(before(record(), record({ id: '#2' }), record({ id: '#3', ...emma }))).toEqual({
    found: 'same',
    count: 3,
    isPart: false,
    names: ['Ada Lovelace', 'Emma'],
  });
  expect(before(withArgs({ replicas: 8, service: 'api' }))).toMatchObject({ found: 'same', count: 1 });
});

it('with votes, those who voted for the approval are named, and not the person who only rejected', () => {
  const votes = [
    { by: { name: 'Rosa' }, decision: 'approve' },
    { by: { name: 'Emil' }, decision: 'reject' },
    { by: { name: 'In\u202Ees' }, decision: 'approve' },
  ];
  expect(before(record({ votes }))).toMatchObject({ names: ['Rosa', String.raw`In\u{202e}es`] });
});

it.each([
  ['was rejected', { decision: { value: 'reject' } }],
  ['was approved with other arguments', { decision: { value: 'edit', args: { replicas: 8 } } }],
  ['was approved by a rule', { decided_by: 'rule' }],
  ['was approved by a standing approval', { decided_by: 'grant' }],
  ['was decided by its policy', { decided_by: 'policy' }],
  ['was taken back', { withdrawn_at: '2026-11-20T10:01:00.000Z' }],
  ['was not answered', { state: 'expired' }],
  ['has another channel', { channel_id: 'qa' }],
  ['has another action', { action: { ...scale, name: 'stop' } }],
  ['has another risk', { action: { ...scale, risk: 'high' } }],
  ['has another policy', { policy: { policy_id: 'two', approvals: 2 } }],
  ['is a free text like an option', { decisions: null, decision: null, answer_type: 'text', answer: 'Go on' }],
  ['is the prompt itself', { id: '#9' }],
])('a prompt that %s is no approval like this one', (_what, changes) => {
  expect(before(record(changes))).toEqual(none);
});

it('only an option that lets the action run is an approval', () => {
  const options = { decisions: null, decision: null, options: ['Go on', 'No'], approving_options: ['Go on'] };
  const chosen = (answer: string) => record({ ...options, answer_type: 'option', answer });
  expect(before(chosen('No'))).toEqual(none);
  expect(before(chosen('Go on'))).toMatchObject({ found: 'same', count: 1 });
});

it('without the same action the approval with the latest answer is compared', () => {
  const late = withArgs({ service: 'api', replicas: 12 }, { id: '#3', answered_at: '2026-11-22T10:00:00.000Z' });
  const early = withArgs({ service: 'web', replicas: 1 }, { id: '#4' });
  expect(before(early, late)).toEqual({
    found: 'like',
    prompt: late,
    names: ['Ada Lovelace'],
    changes: [{ path: 'replicas', before: 12, after: 8 }],
  });
});

it('a list that was cut counts at least so many, and says among how many nothing was found', () => {
  const cut = (prompts: PromptRecord[]) => approvedBefore(asked, { prompts, isPart: true });
  expect(cut([record(), record({ id: '#2', channel_id: 'qa' })])).toMatchObject({ count: 1, isPart: true });
  expect(cut([record({ channel_id: 'qa' })])).toEqual({ found: 'none', among: 1 });
});

it('changes are found by path, and the order of names in an object is no change', () => {
  expect(changesOf({ a: { x: 1, y: [1, { z: 2 }] } }, { a: { y: [1, { z: 2 }], x: 1 } })).toEqual([]);
  expect(
    changesOf({ a: { x: 1, y: [1, { z: 2 }] }, gone: null }, { a: { x: 2, y: [1, { z: 3 }] }, added: '' }),
  ).toEqual([
    { path: 'a.x', before: 1, after: 2 },
    { path: 'a.y[1].z', before: 2, after: 3 },
    { path: 'gone', before: null, after: undefined },
    { path: 'added', before: undefined, after: '' },
  ]);
  expect(changesOf({ hosts: ['a', 'b'] }, { hosts: ['b'] })).toEqual([
    { path: 'hosts', before: ['a', 'b'], after: ['b'] },
  ]);
  expect(changesOf({ value: { a: 1 } }, { value: '{"a":1}' })).toHaveLength(1);
});

it('a name that looks like a path is not mistaken for one', () => {
  expect(changesOf({ 'a.b': 1, a: { b: 1 } }, { 'a.b': 2, a: { b: 2 } }).map(({ path }) => path)).toEqual([
    '["a.b"]',
    'a.b',
  ]);
  expect(changesOf({ a: { '': 1, 'x"]': 1 } }, { a: {} }).map(({ path }) => path)).toEqual([
    'a[""]',
    String.raw`a["x\"]"]`,
  ]);
  expect(changesOf(JSON.parse('{"__proto__":1}'), {})).toEqual([{ path: '__proto__', before: 1, after: undefined }]);
});
