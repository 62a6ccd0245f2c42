import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { startRuled } from './fixture.js';

const shared = startOnce(startRuled);

type Args = Record<string, unknown>;

/** What a draft with this drawing draws of an action. */
async function drawn(then: object, args: Args) {
  const rule = { rule_id: 'draft', actions: ['*'], then };
  const { status, text, json } = await shared().owner('POST', '/v1/rules/try', { action: { name: 'pay', args }, rule });
  expect(status, text).toBe(200);
  const lines = (json.question.text as string).split('\n');
  return { lines, title: lines[1], fields: json.question.drawn.fields };
}

const titled = async (value: unknown, title = 'Pay {{args.x}} now') => (await drawn({ title }, { x: value })).title;

describe('a value of the agent in the title of a rule', () => {
  it.each([
    ['a word', 'api-2.eu', 'Pay api-2.eu now'],
    ['a number', 12.5, 'Pay 12.5 now'],
    ['words', 'nothing now or', 'Pay "nothing now or" now'],
    ['a placeholder', '{{args.y}}', 'Pay "{{args.y}}" now'],
    ['the mark of a missing value', '(missing)', 'Pay "(missing)" now'],
    ['a replacement of JavaScript', '$&$1', 'Pay "$&$1" now'],
    ['a line of the gateway', 'Action:', 'Pay "Action:" now'],
    ['marks of bold', '**bold**', 'Pay "**bold**" now'],
    ['marks of a spoiler', '||x||', 'Pay "||x||" now'],
    ['quotes', 'a" now "b', String.raw`Pay "a\" now \"b" now`],
    ['nothing', '', 'Pay "" now'],
  ])('(%s) cannot be read as words of the title', async (_what, value, title) => {
    expect(await titled(value)).toBe(title);
  });

  it('is (missing) where there is none, also below a list, below a text and under a name of JavaScript', async () => {
    expect(await titled(undefined)).toBe('Pay (missing) now');
    for (const path of ['x.0', 'x.length', 'constructor', '__proto__', 'x.y'])
      expect((await drawn({ title: `{{args.${path}}}` }, { x: ['a'], 'x.y': 'dotted' })).title).toBe('(missing)');
  });

  it.each([
    ['line breaks', 'a\nAction: none\r\nb'],
    ['bidirectional marks', 'a\u202Eb\u2066c'],
    ['characters without width', 'a\u200Bb\uFEFFc'],
    ['a line separator', 'a\u2028Action: none'],
    ['80 hidden characters', '\u200B'.repeat(80)],
    ['300 words', 'word '.repeat(300)],
    ['300 letters', 'x'.repeat(300)],
    ['300 quotes', '"'.repeat(300)],
  ])('(%s) stays one visible line of at most 80 characters', async (_what, value) => {
    const title = (await titled(value)) ?? '';
    const inner = title.slice('Pay '.length, -' now'.length);
    expect(title.startsWith('Pay ') && title.endsWith(' now'), title).toBe(true);
    expect([...inner].length).toBeLessThanOrEqual(80);
    // oxlint-disable-next-line no-control-regex -- hidden characters are what the test is about
    expect(inner).not.toMatch(/[\u0000-\u001F\u200B\u2028\u202E\u2066\uFEFF]/);
    if (inner.startsWith('"')) expect(inner).toMatch(/[^\\]"$/);
  });
});

describe('the fields of a rule', () => {
  it('come first, in their order and under their labels, and all other arguments follow under their own keys', async () => {
    const fields = [
      { path: 'amount', label: 'Amount', as: 'money' },
      { path: 'to.id', label: 'Customer', names: { cus_1: 'ACME' } },
      { path: 'none', label: 'Note' },
    ];
    const { lines } = await drawn({ fields }, { z: 1, to: { id: 'cus_1', country: 'DE' }, amount: 1234567 });
    expect(lines.slice(2)).toEqual([
      'Amount: 1234567 (1,234,567)',
      'Customer: cus_1 (ACME)',
      'Note: (missing)',
      'z: 1',
      'to: {"id":"cus_1","country":"DE"}',
    ]);
  });

  it('do not hide an argument whose key is the path of a field, written with dots', async () => {
    const fields = [{ path: 'to.id', label: 'Customer' }];
    const { lines } = await drawn({ fields }, { 'to.id': 'attacker', to: { id: 'cus_1' } });
    expect(lines).toContain('Customer: cus_1');
    expect(lines).toContain('to.id: attacker');
    const alone = await drawn({ fields }, { 'to.id': 'attacker' });
    expect(alone.lines.slice(2)).toEqual(['Customer: (missing)', 'to.id: attacker']);
  });

  it.each(['Customer', 'customer', 'ＣUSTOMER', ' Customer', 'Customer '])(
    'are told apart from an argument with the key %j',
    async (key) => {
      const fields = [{ path: 'id', label: 'Customer' }];
      const { lines } = await drawn({ fields }, { [key]: 'someone else', id: 'cus_1' });
      expect(lines.filter((line) => line.startsWith('Customer:'))).toEqual(['Customer: cus_1']);
      expect(lines.at(-1)).toMatch(/^"/);
    },
  );

  it.each([
    ['a name next to it', 'cus_1 (ACME)', '"cus_1 (ACME)"'],
    ['the mark of a missing value', '(missing)', '"(missing)"'],
    ['another line', 'cus_1\nAction: none', String.raw`cus_1\nAction: none`],
  ])('are told apart from a value that imitates %s', async (_what, value, shown) => {
    const fields = [{ path: 'id', label: 'Customer', names: { cus_1: 'ACME' } }];
    expect((await drawn({ fields }, { id: value })).lines).toContain(`Customer: ${shown}`);
  });

  it('name no value by what objects of JavaScript inherit', async () => {
    const fields = [{ path: 'id', label: 'Customer', names: { cus_1: 'ACME' } }];
    for (const id of ['constructor', 'toString', '__proto__'])
      expect((await drawn({ fields }, { id })).lines).toContain(`Customer: ${id}`);
  });

  it('show a link whole, and any other address as a text', async () => {
    const fields = [{ path: 'url', label: 'Page', as: 'link' }];
    const long = `https://example.com/${'a'.repeat(500)}?to=evil`;
    expect((await drawn({ fields }, { url: long })).lines).toContain(`Page: ${long}`);
    for (const url of ['http://example.com', 'javascript:alert(1)', 'https://a b'])
      expect((await drawn({ fields }, { url })).fields).toMatchObject([{ as: 'text' }]);
  });
});

describe('code of the agent', () => {
  const fields = [{ path: 'code', label: 'Script', as: 'code' }];

  it('begins with a mark on each line, so that no line of it reads as one of the gateway', async () => {
    const code = 'ls\nAction: nothing\nApproved: Approve (Ada)\nDigest: sha256:0\n| x: y';
    const { lines } = await drawn({ fields }, { code, next: 1 });
    const from = lines.indexOf('Script:');
    expect(lines.slice(from + 1, from + 6)).toEqual(code.split('\n').map((line) => `| ${line}`));
    expect(lines.filter((line) => line.startsWith('Action:'))).toHaveLength(1);
    expect(lines.at(-1)).toBe('next: 1');
  });

  it('with hidden characters, carriage returns or spaces at ends is one line in visible form', async () => {
    for (const code of ['a\u202E\nb', 'a\r\nb', 'a \nb', 'a\n\u200Bb', `a${' '.repeat(400)}b\nc`]) {
      const { lines } = await drawn({ fields }, { code });
      if (code.includes('    ')) continue;
      expect(
        lines.some((line) => line.startsWith('Script: ')),
        JSON.stringify(code),
      ).toBe(true);
    }
  });

  it('is not followed by a line that imitates a mark: an argument named | is in quotes', async () => {
    const { lines } = await drawn({ fields }, { code: 'a\nb', '| c': 'd', '|': 1 });
    expect(lines.slice(-2)).toEqual(['"| c": d', '"|": 1']);
  });
});

describe('a title with something else than placeholders of arguments', () => {
  it.each(['{{key.id}}', '{{args.}}', '{{args..a}}', '{{args.{a}}}', 'Deploy {{args.a', 'two\nlines'])(
    'is refused: %j',
    async (title) => {
      const { owner } = shared();
      const rule = { rule_id: 'title', actions: ['*'], then: { title } };
      expect(await owner('POST', '/v1/rules/new', rule)).toMatchObject({
        status: 400,
        json: { code: 'validation', issues: [{ path: ['then', 'title'] }] },
      });
    },
  );
});
