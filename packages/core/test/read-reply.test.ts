import { describe, expect, it } from 'vitest';
import { parseShortName, readReply } from '../src/questions/replies/read-reply.js';

const prompt = { options: ['Yes, now', 'No', 'Retry: later', '👍', 'Ship it?'], allowText: false, terms: null };
const place = (at: number, words: string | null = null) => ({ kind: 'choice', place: at, words });

describe('readReply', () => {
  it.each([
    ['2', place(1)],
    [' 2. ', place(1)],
    ['(2)', place(1)],
    ['2️⃣', place(1)],
    ['２', place(1)],
    ['NO!', place(1)],
    ['yes   now', place(0)],
    ['retry later', place(2)],
    ['👍', place(3)],
    ['ship it', place(4)],
    ['Ship it?', place(4)],
    ['no because it is Friday', place(1, 'it is Friday')],
    ['2, because: it is Friday', place(1, 'it is Friday')],
    ['2: it is Friday', place(1, 'it is Friday')],
    ['2 - it is Friday', place(1, 'it is Friday')],
    ['Retry: later: when Bob is back', place(2, 'when Bob is back')],
    ['2\nit is\nFriday', place(1, 'it is\nFriday')],
    ['6', { kind: 'unknown', said: '6' }],
    ['2?', { kind: 'text' }],
    ['no?', { kind: 'text' }],
    ['2 or 3', { kind: 'text' }],
    ['2, no wait', { kind: 'text' }],
    ['not yet', { kind: 'text' }],
    ['yes', { kind: 'text' }],
    ['no because', { kind: 'text' }],
    ['', { kind: 'text' }],
  ])('reads %j', (text, read) => {
    expect(readReply(prompt, text)).toEqual(read);
  });

  it('reads only a lone choice, or one with "because", where own words are an answer', () => {
    const open = { ...prompt, allowText: true };
    expect(readReply(open, '2')).toEqual(place(1));
    expect(readReply(open, '2 because of the load')).toEqual(place(1, 'of the load'));
    for (const text of ['2: of the load', '7', '2 servers']) expect(readReply(open, text)).toEqual({ kind: 'text' });
  });

  it('calls a text ambiguous that fits two labels, unless it is exactly one of them', () => {
    const close = { ...prompt, options: ['Yes', 'yes!'] };
    expect(readReply(close, 'YES')).toEqual({ kind: 'ambiguous', said: 'YES' });
    expect(readReply(close, 'yes!')).toEqual(place(1));
  });

  it('takes milliseconds for a long text of separators', () => {
    const before = performance.now();
    expect(readReply(prompt, ' :\n-'.repeat(20_000))).toEqual({ kind: 'text' });
    expect(performance.now() - before).toBeLessThan(500);
  });
});

it.each([
  ['#12 2', { num: 12, text: '2' }],
  ['@bot #12: no', { num: 12, text: 'no' }],
  ['#12', { num: 12, text: '' }],
  ['#12abc', null],
  ['see #12', null],
])('parseShortName: %j', (text, named) => {
  expect(parseShortName(text)).toEqual(named);
});
