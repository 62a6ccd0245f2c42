import { describe, expect, it } from 'vitest';
import type { PromptTerms } from '../../src/index.js';
import { draftReply } from '../../src/questions/replies/draft-reply.js';
import { howToAnswer } from '../../src/questions/replies/how-to-answer.js';
import { choiceList, choiceMarkers } from '../../src/questions/replies/markers.js';
import { parseShortName, readLabel, readReply } from '../../src/questions/replies/read-reply.js';
import { parseNearMiss, parseTextReply } from '../../src/questions/replies/text-reply.js';
import { typedAnswer } from '../../src/questions/replies/typed-answer.js';
import { deploy, policyOf, promptOf, withReplies } from '../rows.js';

const choosing = (options: string[], allowText = false) => promptOf({ options, allowText });
const deciding = (terms: Partial<PromptTerms>) => promptOf({}, { decisions: ['approve', 'reject'], ...terms });
const place = (at: number, words: string | null = null) => ({ kind: 'choice', place: at, words });
const text = { kind: 'text' };

describe('a reply with a number or a letter', () => {
  it.each([
    ['takes a number in brackets as the choice', ['Red', 'Blue'], '[2]', place(1)],
    ['takes a number with a bracket behind it as the choice', ['Red', 'Blue'], '2)', place(1)],
    ['takes a number in quotes as the choice', ['Red', 'Blue'], '"1"', place(0)],
    ['takes a number between line ends as the choice', ['Red', 'Blue'], '\n 2 \n', place(1)],
    ['takes the tenth number as the choice', [...'abcdefghij'].map((letter) => letter.repeat(3)), '10', place(9)],
    ['takes no zero for a choice', ['Red', 'Blue'], '0', { kind: 'unknown', said: '0' }],
    ['takes a number with leading zeros for no choice', ['Red', 'Blue'], '02', { kind: 'unknown', said: '02' }],
    ['takes a number of four digits for talk', ['Red', 'Blue'], '2026', text],
    ['takes no two numbers for a choice', ['Red', 'Blue'], '1 2', text],
    ['takes no fraction for a choice', ['Red', 'Blue'], '1/2', text],
    ['takes no number with a unit for a choice', ['Red', 'Blue'], '2x', text],
    ['takes no word for a number', ['Red', 'Blue'], 'two', text],
    ['takes a number of nothing where there is no choice for talk', [], '1', text],
    ['takes a letter where labels are numbers of others', ['2', '1'], 'b', place(1)],
    ['takes a number that is a label as this label', ['2', '1'], '2', place(0)],
    ['takes letters for no choice where numbers are clear', ['Red', 'Blue'], 'B', text],
    ['takes a number that is the label of its own place', ['1', '2', '3'], '3', place(2)],
    ['takes a label alone where numbers and letters are both labels of others', ['2', 'A', 'x'], 'a', place(1)],
    ['takes a number for no choice where there are no markers', ['2', 'A', 'x'], '3', text],
  ] as const)('%s', (_, options, said, read) => {
    expect(readReply(choosing([...options]), said)).toEqual(read);
  });

  it.each([
    ['shows numbers in the usual case', ['Red', 'Blue'], 'number', '1. Red\n2. Blue'],
    ['shows letters where a label is the number of another choice', ['3', '5', '7'], 'letter', 'A. 3\nB. 5\nC. 7'],
    ['shows numbers where each label is its own number', ['1', '2'], 'number', '1. 1\n2. 2'],
    ['shows neither where both would be ambiguous', ['2', 'A', 'x'], 'none', '- 2\n- A\n- x'],
    ['shows letters where a label is a number as a sign', ['②', '①'], 'letter', 'A. ②\nB. ①'],
  ] as const)('%s', (_, options, kind, list) => {
    const asked = choosing([...options]);
    expect([choiceMarkers(asked).kind, choiceList(asked)]).toEqual([kind, list]);
  });
});

describe('a reply with the words of a choice', () => {
  it.each([
    ['may be in other letters', ['Ship it', 'Wait'], 'SHIP IT', place(0)],
    ['may have an exclamation mark', ['Ship it', 'Wait'], 'ship it!!!', place(0)],
    ['may have other quotes and dashes', ['Roll-back', 'Wait'], '“roll back”', place(0)],
    ['may be written in full-width letters', ['OK', 'Wait'], 'ＯＫ', place(0)],
    ['may be written with combined accents', ['Später', 'Nie'], 'spa\u0308ter', place(0)],
    ['may be in Arabic', ['نعم', 'لا'], ' نعم. ', place(0)],
    ['may be in Hebrew', ['כן', 'לא'], 'לא!', place(1)],
    ['may be in Chinese with its full stop', ['同意', '拒绝'], '拒绝。', place(1)],
    ['may be an emoji', ['👍', '👎'], '👎', place(1)],
    ['may be an emoji without its variation sign', ['❤️', '👎'], '❤', place(0)],
    ['may be an emoji of several parts', ['👩‍🚀 Launch', 'Wait'], '👩‍🚀 launch', place(0)],
    ['may have spaces of another width', ['Ship it', 'Wait'], 'ship\u00A0it', place(0)],
    ['is not understood with a word left out', ['Ship it', 'Wait'], 'ship', text],
    ['is not understood with a word added', ['Ship it', 'Wait'], 'ship it please', text],
    ['is not understood with the words in another order', ['Ship it', 'Wait'], 'it ship', text],
    ['is not understood without the space', ['Ship it', 'Wait'], 'shipit', text],
    ['is not understood with the tone of another emoji', ['👍', '👎'], '👍🏽', text],
    ['is not understood in look-alike Cyrillic letters', ['Yes', 'No'], 'Уеs', text],
    ['is not understood in look-alike Greek letters', ['No', 'Yes'], 'Νο', text],
    ['is not understood with a hidden letter in it', ['Yes', 'No'], 'Y\u200Bes', text],
    ['is not understood with a sign that turns the direction', ['Yes', 'No'], '\u202EYes', text],
    ['is not understood as a question', ['Ship it', 'Wait'], 'ship it?', text],
    ['is not understood with a not in front of it', ['Ship it', 'Wait'], 'do not ship it', text],
    ['is not understood from spaces alone', ['Ship it', 'Wait'], ' \n\t ', text],
    ['is not understood from a full stop alone', ['Ship it', 'Wait'], '.', text],
    [
      'is ambiguous where two labels differ in punctuation',
      ['Retry', 'Retry!'],
      'RETRY',
      { kind: 'ambiguous', said: 'RETRY' },
    ],
    ['is the label where it could also be the letter of another choice', ['2', 'x', 'a b', 'c'], 'c', place(3)],
  ] as const)('%s', (_, options, said, read) => {
    expect(readReply(choosing([...options]), said)).toEqual(read);
  });

  it('is not looked for in a text that is longer than any label', () => {
    const label = 'x'.repeat(64);
    expect(readReply(choosing([label]), label)).toEqual(place(0));
    expect(readReply(choosing([label]), `${label}${' '.repeat(150)}!${'.'.repeat(200)}`)).toEqual(text);
  });
});

describe('words after a choice', () => {
  it.each([
    ['follow a number and because', '1 because of the load', place(0, 'of the load')],
    ['follow because in other letters', '1 BECAUSE of the load', place(0, 'of the load')],
    ['follow because after a comma', 'red, because of the load', place(0, 'of the load')],
    ['follow a colon', 'red: of the load', place(0, 'of the load')],
    ['follow a long dash', '1 — of the load', place(0, 'of the load')],
    ['follow on a further line', 'Red\n\nof the load', place(0, 'of the load')],
    ['keep a further because', '1 because slow because full', place(0, 'slow because full')],
    ['keep a question', '1 because why not?', place(0, 'why not?')],
    ['keep emoji and other scripts', '1 because 🚨 السبب', place(0, '🚨 السبب')],
    ['need a separator', '1 of the load', text],
    ['need more than spaces', '1 because  ', text],
    ['do not follow a longer word with because', '1 becauses of it', text],
    ['do not follow a hyphen inside a word', '1-of the load', text],
    ['do not follow a choice that is asked about', 'red? because of the load', text],
    ['do not follow two choices', '1 or 2 because of the load', text],
    ['do not follow because alone', 'because 1', text],
  ] as const)('%s', (_, said, read) => {
    expect(readReply(choosing(['Red', 'Blue']), said)).toEqual(read);
  });

  it('of 5000 characters are kept whole', () => {
    const words = 'slow '.repeat(1000).trim();
    expect(readReply(choosing(['Red', 'Blue']), `2 because ${words}`)).toEqual(place(1, words));
  });

  it('that begin with a number of nothing make no choice', () => {
    expect(readReply(choosing(['Red', 'Blue']), '3 because of the load')).toEqual(text);
  });
});

describe('a typed label where there are buttons', () => {
  const asked = deciding({ labels: { approve: 'Ship it' } });
  it.each([
    ['counts as the press', 'Ship it', 0],
    ['counts in other letters', 'ship IT', 0],
    ['counts with spaces around it', '  reject\n', 1],
    ['does not count with a full stop', 'reject.', null],
    ['does not count with other spaces in it', 'ship  it', null],
    ['does not count by the name that the agent has replaced', 'approve', null],
    ['does not count by its number', '1', null],
    ['does not count with a reason', 'reject because', null],
  ] as const)('%s', (_, said, at) => {
    expect(readLabel(asked, said)).toEqual(at === null ? null : place(at));
  });

  it.each([
    ['counts with the sign that the gateway draws', '✅ Approve', 0],
    ['counts without the sign', 'approve', 0],
    ['does not count with the opposite sign', '⛔ Approve', null],
    ['of a rejection does not count with the sign of approval', '✅ Reject', null],
  ] as const)('%s on a question with an action', (_, said, at) => {
    expect(readLabel(deciding({ action: deploy }), said)).toEqual(at === null ? null : place(at));
  });
});

describe('a text where own words are an answer', () => {
  it.each([
    ['is the option with this label', ['Tonight', 'Never'], 'tonight', { type: 'option', value: 'Tonight' }],
    [
      'is the option also with further spaces',
      ['In an hour'],
      ' in  an\nhour ',
      { type: 'option', value: 'In an hour' },
    ],
    ['is the option also with combined accents', ['Später'], 'SPA\u0308TER', { type: 'option', value: 'Später' }],
    ['is the exact one of two labels that differ in case', ['now', 'NOW'], 'NOW', { type: 'option', value: 'NOW' }],
    ['is text where it fits two labels and is neither', ['now', 'NOW'], 'Now', { type: 'text', value: 'Now' }],
    ['is text with punctuation that the label has not', ['Tonight'], 'tonight!', { type: 'text', value: 'tonight!' }],
    ['is text as it was written, with its spaces', ['Tonight'], ' at  noon ', { type: 'text', value: ' at  noon ' }],
    ['is text in full-width letters', ['OK'], 'ＯＫ', { type: 'text', value: 'ＯＫ' }],
  ] as const)('%s', (_, options, said, answer) => {
    expect(typedAnswer(choosing([...options], true), said)).toEqual(answer);
  });
});

describe('a text that begins with the name of a question', () => {
  it.each([
    ['reads the number 1', 'ID:#1 yes', 1, 'yes'],
    ['reads a number of nine digits', 'ID:#999999999 yes', 999_999_999, 'yes'],
    ['knows no question with ten digits', 'ID:#1000000000 yes', 0, 'yes'],
    ['keeps a colon that begins the answer', 'ID:#12 :) ok', 12, ':) ok'],
    ['keeps another name in the answer', 'ID:#12 ID:#13 yes', 12, 'ID:#13 yes'],
    ['keeps emoji', 'ID:#12 👍🏽', 12, '👍🏽'],
    ['keeps text from right to left', 'ID:#12 نعم، الآن', 12, 'نعم، الآن'],
    ['reads a name after a mention with signs', '@ops-bot.2 ID:#12 yes', 12, 'yes'],
    ['reads an answer on the next line', 'ID:#12\n\nyes', 12, 'yes'],
  ] as const)('%s', (_, said, num, answer) => {
    expect(parseTextReply(said)).toEqual({ num, text: answer });
  });

  it.each([
    ['two mentions in front of the name', '@a @b ID:#12 yes'],
    ['a word in front of the name', 'Re: ID:#12 yes'],
    ['Cyrillic look-alike letters', 'ІD:#12 yes'],
    ['a hidden sign in the name', 'I\u200BD:#12 yes'],
  ])('takes %s for ordinary text', (_, said) => {
    expect([parseTextReply(said), parseNearMiss(said)]).toEqual([null, null]);
  });

  it('keeps a long answer whole', () => {
    const long = 'word '.repeat(5000).trim();
    expect(parseTextReply(`ID:#12 ${long}`)?.text).toBe(long);
  });

  it.each([
    ['#12', 12, ''],
    ['#12:no', 12, 'no'],
    ['#12,  2', 12, '2'],
    ['  #12\n2 because late', 12, '2 because late'],
    ['#999999999 2', 999_999_999, '2'],
    ['@gateway_bot #12 نعم', 12, 'نعم'],
  ] as const)('reads the short name in %j', (said, num, answer) => {
    expect(parseShortName(said)).toEqual({ num, text: answer });
  });

  it.each(['# 12 2', '##12 2', '12 2', '#1234567890 2', '#12.2', '#12-2', '#x 2', '#', '', '＃12 2'])(
    'takes %j for no short name',
    (said) => {
      expect(parseShortName(said)).toBeNull();
    },
  );
});

describe('what becomes of changed arguments', () => {
  it.each([
    ['uses them', 'use these', 'use'],
    ['uses them in capitals with a full stop', 'USE THESE.', 'use'],
    ['discards them', ' discard! ', 'discard'],
    ['does nothing on a question', 'use these?', null],
    ['does nothing on other words', 'use those', null],
    ['does nothing on more words', 'do not use these', null],
    ['does nothing on an empty text', '', null],
  ] as const)('%s', (_, said, end) => {
    expect(draftReply(said)).toBe(end);
  });
});

describe('the lines on how to answer by a reply', () => {
  it.each([
    ['show the second choice as the example', choosing(['Red', 'Blue']), '#12 2'],
    ['show the only choice as the example', choosing(['Red']), '#12 1'],
    ['speak of letters where these are used', choosing(['2', '1']), 'Reply with the letter or the words.'],
    ['speak of the words alone without markers', choosing(['2', 'A', 'x']), 'Reply with the words.'],
    ['show how to give a reason', deciding({ askReason: 'on_reject' }), 'A reason can follow: 2 because …'],
    ['show how to answer in own words', choosing([], true), 'Reply to this message, or write: #12 your answer'],
    ['show how to answer otherwise', choosing(['Red'], true), 'For another answer, reply to this message'],
    [
      'name files where they count',
      { ...choosing([], true), allowAttachments: true },
      'Photos, files and voice messages',
    ],
  ])('%s', (_, asked, line) => {
    expect(howToAnswer(asked, withReplies)).toContain(line);
  });

  it.each([
    ['the question asks for none', deciding({ askReason: 'never' })],
    ['the policy counts presses of options', promptOf({ options: ['Red'] }, { policy: policyOf() })],
    ['no time is left for one', deciding({ askReason: 'always', reasonWaitSec: 0 })],
  ])('show no reason where %s', (_, asked) => {
    expect(howToAnswer(asked, withReplies)).not.toContain('because');
  });
});
