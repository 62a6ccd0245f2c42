import { describe, expect, it } from 'vitest';
import { createPrompt, letsRun, shownText, signedLabel, visible } from '@gateway/contract';

const code = (text: string) =>
  [...text].map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`).join(' ');
const escapes = (text: string) =>
  [...text].map((sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`).join('');

const isLabel = (label: string) =>
  createPrompt.body.safeParse({ text: 'Go?', channel_id: 'ops', options: [label, 'Other'] }).success;

/** Characters with which texts were hidden in published attacks on agents and on reviews of code. */
const everywhere = [
  '\u202E',
  '\u202A',
  '\u2066',
  '\u2069', // Trojan Source
  '\u{E0041}',
  '\u{E007F}',
  '\u{E0001}', // tags
  '\u{E0100}',
  '\u{E01EF}', // variation selectors 17 to 256, after a Latin letter
  '\u200B',
  '\u2060',
  '\uFEFF',
  '\u180E',
  '\u2065',
  '\u3164',
  '\uFFA0',
  '\u115F',
  '\u1160', // Hangul fillers
  '\u2800',
  '\u{1D173}',
  '\u{1D17A}',
  '\uFFF0',
  '\uFFF9',
  '\u{E0080}',
  '\u{E0FFF}',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u007F',
  '\u0000',
  '\u001B',
  '\u0008',
];

describe('a hidden character', () => {
  it.each(everywhere.map((sign) => [code(sign), sign] as const))(
    '%s is an escape in an action and in a text',
    (_name, sign) => {
      for (const show of [visible, shownText]) expect(show(`a${sign}b`)).toBe(`a${escapes(sign)}b`);
    },
  );

  const inActions = [
    '\uFE00',
    '\uFE0F',
    '\u00AD',
    '\u200C',
    '\u200D',
    '\u200E',
    '\u200F',
    '\u034F',
    '\u061C',
    '\u17B4',
    '\u00A0',
    '\u1680',
    '\u2009',
    '\u202F',
    '\u205F',
    '\uE000',
    '\u{F0000}',
  ];
  it.each(inActions.map((sign) => [code(sign), sign] as const))('%s is an escape in an action', (_name, sign) => {
    expect(visible(`1${sign}0`)).toBe(`1${escapes(sign)}0`);
  });

  it('of a row is an escape each', () => {
    const word = [...'attack'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(visible(`ok${word}`)).toBe(`ok${escapes(word)}`);
    expect(shownText(`ok${word}`)).toBe(`ok${escapes(word)}`);
    const selectors = '\uFE00\uFE01\u{E0100}\u{E0101}';
    expect(visible(`😀${selectors}`)).toBe(`😀${escapes(selectors)}`);
    expect(shownText(`😀${selectors}`)).toBe(`😀\uFE00${escapes('\uFE01\u{E0100}\u{E0101}')}`);
  });

  it('is left where people see what it does', () => {
    for (const text of ['❤️', '1️⃣', '👩‍💻', 'naïve', 'ไม่ใช่', 'שָׁלוֹם', '日本語', '🏴󠁧󠁢󠁳󠁣󠁴󠁿']) expect(shownText(text)).toBe(text);
    for (const text of ['❤️', '1️⃣', 'naïve', 'ไม่ใช่', 'שָׁלוֹם', '日本語']) expect(visible(text)).toBe(text);
  });

  it('that would cover the lines around it is an escape from the fifth mark on a letter', () => {
    for (const show of [visible, shownText])
      expect(show(`a${'\u0335'.repeat(6)}`)).toBe(`a${'\u0335'.repeat(4)}${escapes('\u0335\u0335')}`);
  });

  it('in a line break or a tab is an escape in an action only', () => {
    expect(visible('a\r\nb\tc')).toBe(String.raw`a\r\nb\tc`);
    expect(shownText('a\r\nb\tc')).toBe('a\r\nb\tc');
    expect(shownText('a\rb')).toBe(String.raw`a\rb`);
  });
});

describe('the label of an answer with an action', () => {
  it.each([
    '✅',
    '✔️',
    '✓',
    '☑️',
    '👍',
    '👍🏿',
    '👌',
    '🆗',
    '🟢',
    '⛔',
    '❌',
    '✖️',
    '✗',
    '🚫',
    '🛑',
    '👎🏻',
    '🔴',
    '⭕',
    '✅✅ ',
    '\u200E✅',
    '\u200F\u00A0⛔ ',
    '✅\u200D',
    ' ✅',
  ])('%j before its words is left out, and the sign of the gateway is there', (sign) => {
    for (const space of ['', ' ']) {
      expect(signedLabel(`${sign}${space}Go`, true)).toBe('✅ Go');
      expect(signedLabel(`${sign}${space}Go`, false)).toBe('⛔ Go');
    }
  });

  it('that is only a sign keeps it, after that of the gateway', () => {
    expect(signedLabel('👍', false)).toBe('⛔ 👍');
    expect(signedLabel('✅', true)).toBe('✅ ✅');
  });

  it('has the sign of what it does and not of what it says', () => {
    const decisions = { decisions: ['approve', 'reject', 'edit', 'respond'] as const, approving: null };
    expect(decisions.decisions.map((value) => letsRun(decisions, value))).toEqual([true, false, true, false]);
    const options = { decisions: null, approving: ['No'] };
    expect(['Yes', 'No', 'no', 'approve'].map((value) => letsRun(options, value))).toEqual([false, true, false, false]);
    expect(letsRun({ decisions: null, approving: null }, 'approve')).toBe(false);
  });

  it('has no hidden characters but those that scripts and emoji need', () => {
    for (const label of ['Go\u200B', 'Go\u3164', 'G\u{E0061}o', 'Go\u202E', 'Go\n✅', 'G\uFE0Fo', '1\uFE0F', '\u2060'])
      expect([label, isLabel(label)]).toEqual([label, false]);
    for (const label of ['Oui\u202F!', '❤️', '1️⃣', 'می‌روم', '👩‍💻'])
      expect([label, isLabel(label)]).toEqual([label, true]);
  });
});
