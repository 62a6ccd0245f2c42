import type { ChoiceCapabilities } from '@gateway/platform-kit';
import { describe, expect, it } from 'vitest';
import type { DraftRow, PromptRow } from '../src/ports/rows.js';
import { meaningOf } from '../src/questions/replies/meaning.js';

const buttons = {} as ChoiceCapabilities;
const replies = { choices: 'replies' } as unknown as ChoiceCapabilities;

function prompt(fields: object, terms: object | null = null): PromptRow {
  return { num: 12, options: [], allowText: false, terms, ...fields } as unknown as PromptRow;
}

const deciding = (...decisions: string[]) => prompt({}, { decisions, labels: null, policy: null });
const draft = (fields: Partial<DraftRow>) => ({ kind: 'edit', args: null, ...fields }) as DraftRow;
const choice = (fields: object) => ({ kind: 'choice', choice: fields });
const told = (text: string) => ({ kind: 'refused', notice: expect.stringContaining(text) as string });

describe('the meaning of a text, where people press buttons', () => {
  it.each([
    [
      'an option in other letters',
      prompt({ options: ['Yes'], allowText: true }),
      'yes',
      choice({ type: 'option', value: 'Yes' }),
    ],
    ['another text', prompt({ options: ['Yes'], allowText: true }), 'later', choice({ type: 'text', value: 'later' })],
    ['a text that the question does not take', prompt({ options: ['Yes'] }), 'Yes', told('press one of its buttons')],
    ['a text for a question for information', prompt({}), 'ok', told('takes no answer')],
    [
      'the label of a decision',
      deciding('approve', 'reject'),
      ' APPROVE',
      choice({ type: 'decision', value: 'approve', reason: null }),
    ],
    ['a text that is no decision', deciding('approve', 'reject'), 'fine', told('press one of its buttons')],
    [
      'a response',
      deciding('approve', 'respond'),
      'ask Bob',
      choice({ type: 'decision', value: 'respond', text: 'ask Bob' }),
    ],
    ['changed arguments', deciding('approve', 'edit'), 'a: 1', { kind: 'edits', text: 'a: 1' }],
    ['the label Edit', deciding('approve', 'edit'), 'edit', { kind: 'request', decision: 'edit' }],
  ])('%s', (_, asked, text, meaning) => {
    expect(meaningOf(asked, text, buttons, null)).toEqual(meaning);
  });

  it('takes the words of a label as the response of somebody who was asked for one', () => {
    const given = meaningOf(deciding('approve', 'respond'), 'Approve', buttons, draft({ kind: 'respond' }));
    expect(given).toEqual(choice({ type: 'decision', value: 'respond', text: 'Approve' }));
  });

  it('takes a text as changed arguments after Edit, also where responses are possible', () => {
    const given = meaningOf(deciding('edit', 'respond'), 'a: 1', buttons, draft({ kind: 'edit' }));
    expect(given).toEqual({ kind: 'edits', text: 'a: 1' });
  });
});

describe('the meaning of a text, where people choose by replies', () => {
  const voting = prompt({ options: ['Red', 'Blue'] }, { decisions: null, policy: { approvals: 2 } });

  it.each([
    ['a number', prompt({ options: ['Red', 'Blue'] }), '2', choice({ type: 'option', value: 'Blue' })],
    ['a number that stands for nothing', prompt({ options: ['Red', 'Blue'] }), '7', told('no choice 7')],
    ['words with a choice that takes none', prompt({ options: ['Red'] }), 'red because', told('takes no other answer')],
    ['words besides a choice', prompt({ options: ['Red'] }), 'red: it is late', told('takes no words')],
    [
      'words besides the choice of a vote',
      voting,
      '2: it is late',
      choice({ type: 'option', value: 'Blue', reason: 'it is late' }),
    ],
    [
      'a choice and words, where texts are taken',
      prompt({ options: ['Red'], allowText: true }),
      '1 because late',
      choice({ type: 'text', value: 'Red because late' }),
    ],
    ['a question mark', prompt({ options: ['Red'], allowText: true }), '1?', choice({ type: 'text', value: '1?' })],
    [
      'a decision with a reason',
      deciding('approve', 'reject'),
      '2 because no',
      choice({ type: 'decision', value: 'reject', reason: 'no' }),
    ],
    [
      'Respond with the response',
      deciding('approve', 'respond'),
      '2 because ask Bob',
      choice({ type: 'decision', value: 'respond', text: 'ask Bob' }),
    ],
    ['Respond alone', deciding('approve', 'respond'), '2', { kind: 'request', decision: 'respond' }],
    ['Edit with arguments', deciding('approve', 'edit'), 'edit: a: 1', { kind: 'edits', text: 'a: 1' }],
  ])('%s', (_, asked, text, meaning) => {
    expect(meaningOf(asked, text, replies, null)).toEqual(meaning);
  });

  it.each([
    ['use these', 'use'],
    ['Discard.', 'discard'],
  ])('takes %s as what becomes of changed arguments', (text, end) => {
    const given = meaningOf(deciding('approve', 'edit'), text, replies, draft({ args: '{}' }));
    expect(given).toEqual({ kind: 'draft', end });
  });

  it('takes no words as use of arguments that were never changed', () => {
    expect(meaningOf(deciding('approve', 'reject'), 'use these', replies, null).kind).toBe('refused');
  });
});
