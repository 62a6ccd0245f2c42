import type { PromptRecord } from '@gateway/contract';
import { expect, it } from 'vitest';
import {
  commonArguments,
  differences,
  kindOf,
  sharedAnswers,
  tickRefusal,
} from '../src/features/prompts/batch/alike.js';
import { differingTexts } from '../src/features/prompts/batch/differing-texts.js';

const shipment = { name: 'ship', args: { build: 882 }, summary: null, risk: 'low' };
const first = {
  prompt_num: 1,
  state: 'pending',
  channel_id: 'qa',
  options: [],
  decisions: ['approve', 'reject'],
  action: shipment,
  policy: null,
};
const prompt = (changes: object = {}) => ({ ...first, ...changes }) as unknown as PromptRecord;
const action = (changes: object) => ({ action: { ...shipment, ...changes } });

it.each([
  ['channel', { channel_id: 'production' }],
  ['action', action({ name: 'merge' })],
  ['action, because one has none', { action: null }],
  ['risk', action({ risk: 'high' })],
  ['policy', { policy: { policy_id: 'two', approvals: 2 } }],
  ['decisions', { decisions: ['approve'] }],
  ['labels', { labels: { approve: 'Ship' } }],
])('prompts are not answered together when they differ in the %s', (_what, changes) => {
  expect(kindOf(prompt(changes))).not.toBe(kindOf(prompt()));
  expect(sharedAnswers([prompt(), prompt(changes)])).toEqual([]);
});

it('prompts with the same action are answered together with other arguments and another question', () => {
  const others = [prompt(), prompt({ text: 'Ship 883?', ...action({ args: { build: 883 } }) })];
  expect(sharedAnswers(others).map(({ label }) => label)).toEqual(['✅ Approve', '⛔ Reject']);
});

it('prompts whose options let different ones run are not answered together, and the others show which do', () => {
  const asked = { decisions: null, options: ['Go on', 'No'], approving_options: ['No'] };
  const plain = { ...asked, approving_options: null };
  expect(sharedAnswers([prompt(asked), prompt({ ...asked, approving_options: ['Go on'] })])).toEqual([]);
  expect(sharedAnswers([prompt(asked), prompt(plain)])).toEqual([]);
  expect(sharedAnswers([prompt(asked)]).map(({ label }) => label)).toEqual(['⛔ Go on', '✅ No']);
  expect(sharedAnswers([prompt(plain)]).map(({ label }) => label)).toEqual(['⛔ Go on', '⛔ No']);
});

it('a prompt of high risk cannot be selected before it was opened', () => {
  const risky = prompt(action({ risk: 'high' }));
  expect(tickRefusal(risky, new Set())).toBe('unseen');
  expect(tickRefusal(risky, new Set([1]))).toBeNull();
  expect(tickRefusal(prompt(), new Set())).toBeNull();
});

it('the arguments in which prompts differ are found, also those that one prompt does not have, and the common ones', () => {
  const of = (args: object | null) => prompt(action({ args }));
  expect(differences([of({ a: 1, same: [1], b: null }), of({ a: 2, same: [1] }), of(null)])).toEqual([
    { name: 'a', values: [1, 2, undefined] },
    { name: 'same', values: [[1], [1], undefined] },
    { name: 'b', values: [null, undefined, undefined] },
  ]);
  expect(differences([of({ same: { x: 1 } }), of({ same: { x: 1 } })])).toEqual([]);
  expect(commonArguments([of({ a: 1, same: { x: 1 } }), of({ same: { x: 1 }, a: 2 })])).toEqual([['same', { x: 1 }]]);
  expect(commonArguments([of(null)])).toEqual([]);
});

it('long values are shown where they differ, so that nothing hides behind a common beginning', () => {
  const same = 'x'.repeat(5000);
  expect(differingTexts([`${same}to Ada`, `${same}to Bob`])).toEqual([
    `…${'x'.repeat(17)}to Ada`,
    `…${'x'.repeat(17)}to Bob`,
  ]);
  expect(differingTexts([1, { a: 2 }, undefined, 'a\u202Eb'])).toEqual(['1', '{"a":2}', '–', String.raw`a\u{202e}b`]);
  expect(differingTexts(['a', `b${same}`])[1]).toHaveLength(501);
});
