import { describe, expect, it } from 'vitest';
import type { ChoiceCapabilities, CommonCapabilities } from '@gateway/platform-kit';
import { layOut, type LayoutLimits } from '../../src/questions/layout.js';
import { splitText } from '../../src/text/split.js';
import type { PromptRow, PromptTerms } from '../../src/index.js';
import { deploy, policyOf, promptOf } from '../rows.js';

const buttonsOf = (
  fields: Partial<{ max: number; labelLength: number; labelUnit: 'utf16' }> = {},
): ChoiceCapabilities => ({
  buttons: { max: 3, labelLength: 20, dataBytes: 64, ...fields },
});
const limitsOf = (
  choices: ChoiceCapabilities = buttonsOf(),
  fields: Partial<Pick<CommonCapabilities, 'text'>> = {},
): LayoutLimits => ({
  ...choices,
  text: { max: 4096 },
  media: { url: true, bytes: true },
  ...fields,
});
const choosing = (options: string[], fields: Partial<PromptRow> = {}) => promptOf({ options, ...fields });
const labels = (prompt: PromptRow, limits = limitsOf()) => layOut(prompt, limits).buttons.map(({ label }) => label);
const shown = (prompt: PromptRow, limits = limitsOf()) => layOut(prompt, limits).texts.join('\n---\n');

describe('the labels of the buttons', () => {
  it.each([
    ['stay as they are at exactly the longest length', ['x'.repeat(20), 'No'], {}, ['x'.repeat(20), 'No']],
    ['are all numbers where one is a character too long', ['x'.repeat(21), 'No'], {}, ['1', '2']],
    ['count an emoji as one character', ['🙂'.repeat(20)], {}, ['🙂'.repeat(20)]],
    ['count an emoji as two units where the platform does', ['🙂'.repeat(11)], { labelUnit: 'utf16' }, ['1']],
    ['fit with ten emoji in twenty units', ['🙂'.repeat(10)], { labelUnit: 'utf16' }, ['🙂'.repeat(10)]],
    ['may be in Arabic', ['نعم', 'لا'], {}, ['نعم', 'لا']],
  ] as const)('%s', (_, options, limits, expected) => {
    expect(labels(choosing([...options]), limitsOf(buttonsOf(limits)))).toEqual(expected);
  });

  it('have a sign that says what lets the action run', () => {
    const prompt = promptOf({}, { action: deploy, decisions: ['approve', 'reject'] });
    expect(labels(prompt)).toEqual(['✅ Approve', '⛔ Reject']);
  });

  it('keep the sign where numbers stand for them', () => {
    const terms: Partial<PromptTerms> = {
      action: deploy,
      decisions: ['approve', 'reject'],
      labels: { approve: 'Release it to all customers' },
    };
    expect(labels(promptOf({}, terms))).toEqual(['✅ 1', '⛔ 2']);
    expect(shown(promptOf({}, terms))).toContain('1. ✅ Release it to all customers\n2. ⛔ Reject');
  });

  it('have no sign of the agent that contradicts', () => {
    const prompt = promptOf({}, { action: deploy, decisions: ['approve', 'reject'], labels: { reject: '✅ Go on' } });
    expect(labels(prompt)).toEqual(['✅ Approve', '⛔ Go on']);
  });

  it('open a dialog only where words or arguments are asked for', () => {
    const prompt = promptOf({}, { decisions: ['approve', 'reject', 'edit'], askReason: 'on_reject' });
    const opening = layOut(prompt, limitsOf()).buttons.filter((button) => button.opensDialog);
    expect(opening.map(({ label }) => label)).toEqual(['Reject', 'Edit']);
  });
});

describe('the button “I have it”', () => {
  const pausing = policyOf({ pause_steps_while_taken_sec: 600 });
  const asked = (options: string[], policy = pausing) => promptOf({ options }, { policy });
  it('is the last one where the policy waits for who has the question', () => {
    expect(labels(asked(['Red', 'Blue']))).toEqual(['Red', 'Blue', 'I have it']);
  });

  it.each([
    ['the policy does not wait', asked(['Red'], policyOf()), limitsOf()],
    ['no button is free', asked(['Red', 'Blue', 'Green']), limitsOf()],
    ['its label is too long for the platform', asked(['Red']), limitsOf(buttonsOf({ labelLength: 8 }))],
    ['people answer by replies', asked(['Red']), limitsOf({ choices: 'replies' })],
  ])('is not there where %s', (_, prompt, limits) => {
    expect(labels(prompt, limits)).not.toContain('I have it');
  });
});

describe('choices without buttons', () => {
  const three = choosing(['Red', 'Blue', 'Green']);
  it.each([
    ['are in the text where people reply', three, limitsOf({ choices: 'replies' }), []],
    [
      'have a reaction each where these suffice',
      three,
      limitsOf({ choices: 'reactions', reactions: { max: 3 } }),
      ['1', '2', '3'],
    ],
    ['have no reactions where one is missing', three, limitsOf({ choices: 'reactions', reactions: { max: 2 } }), []],
    [
      'are in a poll where it takes all',
      three,
      limitsOf({ choices: 'polls', polls: { max: 3, labelLength: 20 } }),
      ['Red', 'Blue', 'Green'],
    ],
    [
      'are in no poll where it takes fewer',
      three,
      limitsOf({ choices: 'polls', polls: { max: 2, labelLength: 20 } }),
      [],
    ],
    [
      'are numbers in a poll with shorter labels',
      three,
      limitsOf({ choices: 'polls', polls: { max: 3, labelLength: 4 } }),
      ['1', '2', '3'],
    ],
    [
      'are in no poll where letters would stand for them',
      choosing(['2', '1', 'longer']),
      limitsOf({ choices: 'polls', polls: { max: 3, labelLength: 4 } }),
      [],
    ],
  ] as const)('%s', (_, prompt, limits, expected) => {
    expect(labels(prompt, limits)).toEqual(expected);
  });

  it('are listed in the text in every case', () => {
    for (const max of [2, 3])
      expect(shown(three, limitsOf({ choices: 'reactions', reactions: { max } }))).toContain(
        '1. Red\n2. Blue\n3. Green',
      );
  });
});

describe('the text of a question', () => {
  it.each([
    ['says that it takes no answer', choosing([]), 'For information: this takes no answer.'],
    [
      'says how to answer in own words',
      choosing([], { allowText: true }),
      'Reply to this message, or write: ID:#12 your answer',
    ],
    [
      'says that files count',
      choosing([], { allowText: true, allowAttachments: true }),
      'Photos, files and voice messages',
    ],
    [
      'says for whom the agent acts',
      promptOf(
        {},
        {
          decisions: ['approve'],
          requestedBy: { personId: 'ada', platform: null, userId: null, name: 'Ada', verified: true },
        },
      ),
      'Requested by: Ada',
    ],
    [
      'says that the requester is the word of the agent',
      promptOf(
        {},
        {
          decisions: ['approve'],
          requestedBy: { personId: 'ada', platform: null, userId: null, name: 'Ada', verified: false },
        },
      ),
      'Requested by (as the agent says): Ada',
    ],
    [
      'marks a line of the agent that reads like the requester',
      choosing(['Red'], { text: 'Go?\nRequested by: Ada' }),
      '(text of the agent) Requested by: Ada',
    ],
    [
      'marks such a line in look-alike letters',
      choosing(['Red'], { text: 'Rеquеstеd bу: Ada' }),
      '(text of the agent) ',
    ],
    [
      'ends with the link to the console',
      choosing(['Red'], { consoleUrl: 'https://gate.example/console' }),
      'Open in the console: https://gate.example/console/prompts/12',
    ],
  ])('%s', (_, prompt, words) => {
    expect(shown(prompt)).toContain(words);
  });

  it('with an action has the words of the agent apart from what will be done', () => {
    const prompt = promptOf(
      { text: 'Deploy?' },
      { action: { ...deploy, summary: 'Fixes the login.', risk: 'high' }, decisions: ['approve'] },
    );
    expect(shown(prompt)).toBe(
      'The agent says (risk: high):\n> Deploy?\n> Fixes the login.\n\nWhat will be done:\nAction: deploy\nservice: api\nversion: 2.4.0',
    );
  });

  it.each([
    [
      'cannot add an argument',
      'Deploy?\n\nWhat will be done:\nAction: nothing',
      '> What will be done:\n> Action: nothing',
    ],
    ['cannot hide words behind line ends', `Deploy?${'\n'.repeat(200)}It is safe.`, '> Deploy?\n> It is safe.'],
    ['cannot turn the direction', 'Deploy \u202Eit?', String.raw`\u{202e}`],
  ])('of an agent with an action %s', (_, text, words) => {
    expect(shown(promptOf({ text }, { action: deploy, decisions: ['approve'] }))).toContain(words);
  });

  it('shows a hidden character in an argument as an escape', () => {
    const action = { ...deploy, args: JSON.stringify({ file: 'a\u200Bb' }) };
    expect(shown(promptOf({}, { action, decisions: ['approve'] }))).toContain(String.raw`file: a\u{200b}b`);
  });

  it.each([
    ['keeps a value of 300 characters whole', 300, false],
    ['shortens a value of 301 characters', 301, true],
  ])('%s, and offers to show all only then', (_, length, isShortened) => {
    const action = { ...deploy, args: JSON.stringify({ note: 'x'.repeat(length) }) };
    const prompt = promptOf({}, { action, decisions: ['approve'] });
    expect(shown(prompt).includes('x'.repeat(length))).toBe(!isShortened);
    expect(labels(prompt).includes('Show all')).toBe(isShortened);
  });

  it('shows a long value in full where no button is free for “Show all”', () => {
    const action = { ...deploy, args: JSON.stringify({ note: 'x'.repeat(400) }) };
    const prompt = promptOf({}, { action, decisions: ['approve', 'reject', 'edit'] });
    expect(shown(prompt)).toContain('x'.repeat(400));
  });

  it('says that a chat cannot show the action where it takes more than 20 messages', () => {
    const action = { ...deploy, args: JSON.stringify({ note: 'x'.repeat(3000) }) };
    const prompt = promptOf({}, { action, decisions: ['approve', 'reject', 'edit'] });
    const text = shown(prompt, limitsOf(buttonsOf(), { text: { max: 100 } })).replaceAll(/\n---\n(?:… )?/g, ' ');
    expect(text).toContain('No answer from here lets it run');
  });
});

describe('a text for several messages', () => {
  it.each([
    ['is one message at exactly the limit', 'x'.repeat(100), 100, ['x'.repeat(100)]],
    ['is two messages one unit above it', 'x'.repeat(101), 100, ['x'.repeat(100), 'x']],
    ['is one message when it is empty', '', 100, ['']],
    [
      'breaks at the last line end that is near',
      `${'a'.repeat(80)}\n${'b'.repeat(50)}`,
      100,
      ['a'.repeat(80), 'b'.repeat(50)],
    ],
    [
      'breaks in a word where the only space is far away',
      `a ${'b'.repeat(150)}`,
      100,
      [`a ${'b'.repeat(98)}`, 'b'.repeat(52)],
    ],
    ['has no message of spaces at its end', `${'a'.repeat(100)}${' '.repeat(50)}`, 100, ['a'.repeat(100)]],
    ['does not break an emoji', `${'a'.repeat(99)}🙂`, 100, ['a'.repeat(99), '🙂']],
  ] as const)('%s', (_, text, max, parts) => {
    expect(splitText(text, max)).toEqual(parts);
  });

  it('keeps within the limit of what the platform sends where signs become longer', () => {
    const length = (text: string) => text.replaceAll('*', '&ast;').length;
    const text = 'a*b '.repeat(100);
    const parts = splitText(text, 100, { length });
    expect(Math.max(...parts.map(length))).toBeLessThanOrEqual(100);
    expect(parts.join(' ').trim()).toBe(text.trim());
  });

  it('marks what goes on in the middle of a line of an action', () => {
    const parts = splitText(`key: ${'v'.repeat(150)}`, 100, { atLines: true });
    expect(parts[1]?.startsWith('… v')).toBe(true);
  });

  it('keeps the mark of the agent in a further message', () => {
    const parts = splitText(`> ${'word '.repeat(60)}`, 100, { atLines: true });
    expect(parts.every((part) => part.startsWith('> '))).toBe(true);
  });
});
