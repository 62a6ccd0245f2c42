import { describe, expect, it } from 'vitest';
import type { DraftRow, PromptRow, PromptTerms } from '../../src/index.js';
import { meaningOf, whyNoText } from '../../src/questions/replies/meaning.js';
import { saysShowAll, saysTakeBack } from '../../src/questions/texts/approvals.js';
import { nameTheQuestion } from '../../src/questions/texts/replies.js';
import { saysTake } from '../../src/questions/texts/taking.js';
import { notAnAnswer, unknownQuestion } from '../../src/questions/texts/notices.js';
import { deploy, policyOf, promptOf, withButtons, withReplies } from '../rows.js';

const choosing = (options: string[], allowText = false) => promptOf({ options, allowText });
const deciding = (decisions: PromptTerms['decisions'], terms: Partial<PromptTerms> = {}) =>
  promptOf({}, { decisions, ...terms });
const draftOf = (fields: Partial<DraftRow>) => ({ kind: 'edit', args: null, ...fields }) as DraftRow;
const choice = (fields: object) => ({ kind: 'choice', choice: fields });
const told = (words: string) => ({ kind: 'refused', notice: expect.stringContaining(words) as string });
const approve = choice({ type: 'decision', value: 'approve', reason: null });

describe('a text where people press buttons', () => {
  it.each([
    [
      'with the agent’s label approves',
      deciding(['approve', 'reject'], { labels: { approve: 'Ship it' } }),
      'ship it',
      approve,
    ],
    [
      'with the sign and the label approves an action',
      deciding(['approve', 'reject'], { action: deploy }),
      '✅ Approve',
      approve,
    ],
    [
      'with the opposite sign decides nothing',
      deciding(['approve', 'reject'], { action: deploy }),
      '⛔ Approve',
      told('takes no text'),
    ],
    [
      'with a reason decides nothing',
      deciding(['approve', 'reject']),
      'reject because it is late',
      told('press one of its buttons'),
    ],
    ['that is a number decides nothing', deciding(['approve', 'reject']), '1', told('takes no text')],
    ['that is empty decides nothing', deciding(['approve', 'reject']), '', told('takes no text')],
    ['in look-alike letters decides nothing', deciding(['approve', 'reject']), 'Аpprove', told('takes no text')],
    ['that is a number is an answer in own words', choosing(['Red'], true), '1', choice({ type: 'text', value: '1' })],
    ['with an emoji is an answer in own words', choosing([], true), '👍🏽', choice({ type: 'text', value: '👍🏽' })],
    [
      'of many lines is an answer in own words',
      choosing([], true),
      'a\n\nb',
      choice({ type: 'text', value: 'a\n\nb' }),
    ],
    [
      'from right to left is an answer in own words',
      choosing([], true),
      'لا أعرف',
      choice({ type: 'text', value: 'لا أعرف' }),
    ],
    [
      'that is Respond asks for the response',
      deciding(['approve', 'respond']),
      'Respond',
      { kind: 'request', decision: 'respond' },
    ],
    [
      'with other words is the response',
      deciding(['approve', 'respond']),
      'approve please',
      choice({ type: 'decision', value: 'respond', text: 'approve please' }),
    ],
  ] as const)('%s', (_, asked, said, meaning) => {
    expect(meaningOf(asked, said, withButtons, null)).toEqual(meaning);
  });

  it('is the response of a person who was asked for one, also if it is “reject”', () => {
    const asked = deciding(['reject', 'respond']);
    expect(meaningOf(asked, 'reject', withButtons, draftOf({ kind: 'respond' }))).toEqual(
      choice({ type: 'decision', value: 'respond', text: 'reject' }),
    );
    expect(meaningOf(asked, 'reject', withButtons, null)).toEqual(
      choice({ type: 'decision', value: 'reject', reason: null }),
    );
  });
});

describe('a text where people reply', () => {
  const voting = promptOf({ options: ['Red', 'Blue'] }, { policy: policyOf({ approvals: 2 }) });

  it.each([
    ['with a number approves', deciding(['approve', 'reject']), '1', approve],
    [
      'with a letter chooses where letters are shown',
      choosing(['2', '1']),
      'A',
      choice({ type: 'option', value: '2' }),
    ],
    [
      'with a number and a reason rejects',
      deciding(['approve', 'reject']),
      '2: it is late',
      choice({ type: 'decision', value: 'reject', reason: 'it is late' }),
    ],
    [
      'with the words and a reason rejects',
      deciding(['approve', 'reject']),
      'Reject because it is late',
      choice({ type: 'decision', value: 'reject', reason: 'it is late' }),
    ],
    [
      'with a question mark approves nothing',
      deciding(['approve', 'reject']),
      'approve?',
      told('takes no other answer'),
    ],
    [
      'with a negation approves nothing',
      deciding(['approve', 'reject']),
      'do not approve',
      told('takes no other answer'),
    ],
    ['with two choices approves nothing', deciding(['approve', 'reject']), '1 or 2', told('takes no other answer')],
    ['with an unknown number names the range', deciding(['approve', 'reject']), '9', told('a number from 1 to 2')],
    ['with an unknown number names the only choice', choosing(['Red']), '2', told('its only choice is 1')],
    [
      'that fits two choices asks for the number',
      choosing(['Now', 'now!']),
      'NOW',
      told('please reply with its number'),
    ],
    [
      'that fits two choices asks for the words without markers',
      choosing(['2', 'A', 'B!', 'b']),
      'B',
      told('exactly the words of one'),
    ],
    [
      'with a reason for an option is refused',
      choosing(['Red']),
      '1 because late',
      told('no words besides the choice'),
    ],
    [
      'with a reason is a vote where a policy counts',
      voting,
      'red because late',
      choice({ type: 'option', value: 'Red', reason: 'late' }),
    ],
    [
      'with a number and words is an answer in own words',
      choosing(['Red', 'Blue'], true),
      '2 because late',
      choice({ type: 'text', value: 'Blue because late' }),
    ],
    [
      'that is an unknown number is an answer in own words',
      choosing(['Red'], true),
      '7',
      choice({ type: 'text', value: '7' }),
    ],
    ['for a question for information is refused', choosing([]), '1', told('takes no answer')],
    [
      'with Edit and arguments changes them',
      deciding(['approve', 'edit']),
      '2: version: 3',
      { kind: 'edits', text: 'version: 3' },
    ],
    [
      'with Edit alone asks for the arguments',
      deciding(['approve', 'edit']),
      '2',
      { kind: 'request', decision: 'edit' },
    ],
    [
      'with the opposite sign approves nothing',
      deciding(['approve', 'reject'], { action: deploy }),
      '⛔ Approve',
      told('takes no other answer'),
    ],
  ] as const)('%s', (_, asked, said, meaning) => {
    expect(meaningOf(asked, said, withReplies, null)).toEqual(meaning);
  });

  it.each([
    ['uses changed arguments', 'use these', { kind: 'draft', end: 'use' }],
    ['discards changed arguments', 'Discard', { kind: 'draft', end: 'discard' }],
    ['approves with a number while arguments are changed', '1', approve],
    ['changes the arguments again', 'version: 4', { kind: 'edits', text: 'version: 4' }],
  ] as const)('%s', (_, said, meaning) => {
    expect(meaningOf(deciding(['approve', 'edit']), said, withReplies, draftOf({ args: '{"version":3}' }))).toEqual(
      meaning,
    );
  });

  it('takes “use these” for no use before arguments were changed', () => {
    expect(meaningOf(deciding(['approve', 'edit']), 'use these', withReplies, draftOf({ args: null }))).toEqual({
      kind: 'edits',
      text: 'use these',
    });
  });
});

describe('why a text cannot answer', () => {
  it.each([
    ['is nothing where own words are an answer', choosing([], true), withButtons, null],
    ['is nothing where a response is possible', deciding(['respond']), withButtons, null],
    ['is nothing where arguments can be changed', deciding(['approve', 'edit']), withButtons, null],
    ['is nothing where people reply with choices', choosing(['Red']), withReplies, null],
    [
      'is that there are buttons',
      choosing(['Red']),
      withButtons,
      'Question #12 takes no text: please press one of its buttons.',
    ],
    ['is that there is nothing to answer', choosing([]), withReplies, 'Question #12 takes no answer.'],
  ] as const)('%s', (_, asked, capabilities, notice) => {
    expect(whyNoText(asked, capabilities)).toBe(notice);
  });
});

describe('words that stand for a button of the gateway', () => {
  it.each([
    ['take back an approval in any case', saysTakeBack, ' take BACK ', true],
    ['take back nothing with more words', saysTakeBack, 'take back please', false],
    ['take back nothing with a full stop', saysTakeBack, 'Take back.', false],
    ['show the whole action', saysShowAll, 'show all', true],
    ['show nothing in one word', saysShowAll, 'showall', false],
    ['take a question', saysTake, 'i HAVE it\n', true],
    ['take no question as a question', saysTake, 'I have it?', false],
  ] as const)('%s', (_, says, said, result) => {
    expect(says(said)).toBe(result);
  });
});

describe('the notice to a person whose text chose nothing', () => {
  const open = (...nums: number[]): PromptRow[] => nums.map((num) => promptOf({ num }));

  it('names the open questions in the order of their numbers', () => {
    expect(nameTheQuestion(open(14, 12), '2')).toBe(
      'Several questions are open here: #12, #14. Please begin with the number of the question, for example: #12 2',
    );
  });

  it('names five open questions at most', () => {
    expect(nameTheQuestion(open(1, 2, 3, 4, 5, 6), 'yes')).toContain('#1, #2, #3, #4, #5 and more.');
  });

  it('repeats at most 80 characters of the person, and no half emoji', () => {
    const notice = nameTheQuestion(open(1, 2), `${'x'.repeat(78)}🙂🙂`);
    expect(notice.endsWith(`${'x'.repeat(78)}…`)).toBe(true);
  });

  it.each([
    ['says how to choose after a sticker', choosing(['Red']), withButtons, 'please press one of its buttons.'],
    ['says how to write after a sticker', choosing([], true), withButtons, 'please reply with a text.'],
    [
      'names both ways after a sticker',
      choosing(['Red'], true),
      withReplies,
      'reply with the number or the words or reply with a text.',
    ],
    [
      'names files where they count',
      { ...choosing([], true), allowAttachments: true },
      withButtons,
      'reply with a text, a photo or a file.',
    ],
  ] as const)('%s', (_, asked, capabilities, words) => {
    expect(notAnAnswer(asked, capabilities)).toContain(words);
  });

  it('names no number that no question can have', () => {
    expect([unknownQuestion(13), unknownQuestion(0)]).toEqual([
      'There is no question #13 here.',
      'There is no question with that number here.',
    ]);
  });
});
