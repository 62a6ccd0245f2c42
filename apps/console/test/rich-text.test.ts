import { describe, expect, it } from 'vitest';
import { hasMarks, parseBlocks } from '../src/components/rich-text/parse-blocks.js';
import { hiddenHost, parseAddresses, parseInline } from '../src/components/rich-text/parse-inline.js';

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
