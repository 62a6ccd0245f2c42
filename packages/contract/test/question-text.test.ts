import { describe, expect, it } from 'vitest';
import {
  hasMarks,
  hiddenHost,
  parseAddresses,
  parseBlocks,
  parseInline,
  plainText,
  shownText,
} from '@gateway/contract';

const link = (href: string, label = href) => ({ kind: 'link', href, label });
const text = (value: string) => ({ kind: 'text', text: value });

describe('the text of a question', () => {
  it('has bold, italic, code, lists, code blocks and links', () => {
    expect(parseInline('**Now** _or_ *then*: `rm -rf`, [log](https://ci.example.com/1).')).toEqual([
      { kind: 'strong', children: [text('Now')] },
      text(' '),
      { kind: 'em', children: [text('or')] },
      text(' '),
      { kind: 'em', children: [text('then')] },
      text(': '),
      { kind: 'code', text: 'rm -rf' },
      text(', '),
      link('https://ci.example.com/1', 'log'),
      text('.'),
    ]);
    expect(parseBlocks('Steps:\n3. stop\n- start\n```sh\n**as is**\n```\n\nGo?')).toEqual([
      { kind: 'lines', parts: [text('Steps:')] },
      {
        kind: 'list',
        items: [
          { number: 3, parts: [text('stop')] },
          { number: null, parts: [text('start')] },
        ],
      },
      { kind: 'code', text: '**as is**' },
      { kind: 'lines', parts: [text('Go?')] },
    ]);
  });

  it.each(['2 * 3 * 4', 'a*b*c', 'snake_case_name', '__init__', '** no **', '```\nopen', '5 - 3', '-1', '<b>x</b>'])(
    'leaves %j as it is',
    (plain) => {
      const blocks = parseBlocks(plain);
      expect(blocks).toEqual([{ kind: 'lines', parts: [text(plain)] }]);
      expect(hasMarks(blocks)).toBe(false);
    },
  );

  it.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,1)',
    '[x](//evil.example)',
    '![x](ftp://evil.example/x)',
    '<a href="javascript:alert(1)">x</a>',
    'http://',
    'https://[x',
  ])('makes no link of %j', (hostile) => {
    expect(JSON.stringify(parseBlocks(hostile))).not.toContain('"link"');
  });

  it('ends an address before the punctuation of its sentence', () => {
    expect(parseAddresses('See https://a.example/x_(1), (https://b.example/y). **no**')).toEqual([
      text('See '),
      link('https://a.example/x_(1)'),
      text(', ('),
      link('https://b.example/y'),
      text('). **no**'),
    ]);
  });

  it.each([
    ['https://bank.example/x', 'https://bank.example/x', null],
    ['https://evil.example/x', 'https://bank.example', 'evil.example'],
    ['https://bank.example@evil.example/x', 'https://bank.example@evil.example/x', 'evil.example'],
    ['https://bank.example.evil.example', 'https://bank.example', 'bank.example.evil.example'],
    ['https://b\u0430nk.example', 'https://b\u0430nk.example', 'xn--bnk-6cd.example'],
    ['https://evil.example', 'the bank', 'evil.example'],
    ['HTTPS://BANK.example/a', 'HTTPS://BANK.example/a', null],
  ])('shows the real host of %j under the text %j', (href, label, host) => {
    expect(hiddenHost(href, label)).toBe(host);
  });

  it('is parsed in linear time', () => {
    const started = performance.now();
    for (const part of ['**a', '_a ', '*a', '[a](', '`a', 'https://a.b/(', '- a\n', '(((', '1. '])
      parseBlocks(part.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('a question without marks', () => {
  it('keeps its words, the numbers of its lists and the lines of its code', () => {
    expect(plainText('**Deploy** `api` _now_?\n\n1. [log](https://ci.example.com/1)\n- stop\n```\na * b\n```')).toBe(
      'Deploy api now?\n1. log\n• stop\na * b',
    );
    expect(plainText('2 * 3 * 4 and snake_case_name')).toBe('2 * 3 * 4 and snake_case_name');
  });
});

describe('what people read shows characters that could make it look like another text', () => {
  it.each([
    ['a change of direction', '\u202Eevorppa', String.raw`\u{202e}evorppa`],
    ['an isolate', '\u2066x\u2069', String.raw`\u{2066}x\u{2069}`],
    ['a zero-width space', 'App\u200Brove', String.raw`App\u{200b}rove`],
    ['tags outside of a flag', 'ok\u{E0041}', String.raw`ok\u{e0041}`],
    [
      'a text in the tags of a flag',
      '\u{1F3F4}\u{E0041}\u{E0041}\u{E0041}\u{E0041}\u{E0041}\u{E0041}\u{E0041}\u{E007F}',
      null,
    ],
    ['a control', 'a\u0007b', String.raw`a\u{0007}b`],
  ])('%s', (_what, text, shown) => {
    if (shown === null) expect(shownText(text)).toContain(String.raw`\u{e0041}`);
    else expect(shownText(text)).toBe(shown);
  });

  it.each([
    ['emoji of several parts', '👩🏽‍💻 👨‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️'],
    ['the joiners of Persian and the marks of Hebrew', 'می\u200Cخواهم \u200Fשלום\u200E'],
    ['lines and tabs', 'a\r\nb\n\tc'],
    ['soft hyphens', 'Donau\u00ADdampf'],
  ])('but not %s', (_what, text) => {
    expect(shownText(text)).toBe(text);
  });
});
