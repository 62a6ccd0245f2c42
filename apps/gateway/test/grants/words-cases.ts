import fc, { type Arbitrary } from 'fast-check';

/** Arguments in the order in which they are sent. A number is a text in `numbers`, so that its form is sent, too. */
export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'literal'; readonly json: string }
  | { readonly kind: 'list'; readonly entries: readonly Node[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [name: string, value: Node])[] };

export interface Case {
  readonly name: string;
  readonly args: Extract<Node, { kind: 'object' }>;
  /** Which of its paths must be equal, as numbers. */
  readonly picks: readonly number[];
  readonly changes: readonly {
    readonly at: number;
    readonly how: number;
    readonly value: Node;
    readonly key: string;
  }[];
}

const keys = [
  'env',
  'service',
  'version',
  'Env',
  'env ',
  ' env',
  'еnv',
  'ｅｎｖ',
  'a',
  'b',
  'A',
  'á',
  'a\u0301',
  'a.b',
  '.',
  'a.',
  '',
  'and',
  'AND',
  'may',
  'differ',
  'may differ',
  'nothing',
  'none',
  'no-other',
  'once',
  'at',
  'with',
  'x = 1',
  'x; version',
  'a, b',
  'a and b',
  '"a"',
  'a"b',
  '\\',
  '\\n',
  'line\nbreak',
  'zero\u200Bwidth',
  '\u202Ereversed',
  'at most 1000 times',
  '1',
  '-1',
  'null',
  'true',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'length',
  'größe',
  '名前',
  'אב',
];

const texts = [
  ...keys,
  'api',
  'staging',
  'api and env = staging',
  'api; version may differ',
  'api", env = "prod',
  'null',
  'true',
  'false',
  '1',
  '1.0',
  '-0',
  '1e2',
  'NaN',
  'undefined',
  '{}',
  '[]',
  '{"a":1}',
  'v1.0.',
  'a:b',
  'a/b@c',
  'https://example.com/?a=b',
  '\\u{200b}',
  '\u200B',
  'x'.repeat(80),
  ' '.repeat(12),
  '\uD83D\uDE00',
  '\t',
  '\u0000',
];

const numbers = ['0', '-0', '1', '1.0', '1e2', '100', '-1', '0.1', '9007199254740991', '1e21', '1e-7', '123456789.5'];

const key = fc.oneof(
  { arbitrary: fc.constantFrom(...keys), weight: 5 },
  { arbitrary: fc.string({ maxLength: 4 }), weight: 1 },
);
const text = fc
  .oneof(
    { arbitrary: fc.constantFrom(...texts), weight: 5 },
    { arbitrary: fc.string({ maxLength: 6, unit: 'binary' }), weight: 1 },
  )
  .map((given): Node => ({ kind: 'text', text: given.replace(/\p{Cs}/gu, '') }));
const literal = fc.constantFrom('null', 'true', 'false', ...numbers).map((json): Node => ({ kind: 'literal', json }));

/** Names of one object are different: the gateway refuses others. */
const named = <T>(value: Arbitrary<T>, most: number) =>
  fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: most });

const node: Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    literal,
    fc.array(tie('node'), { maxLength: 3 }).map((entries): Node => ({ kind: 'list', entries })),
    named(tie('node'), 3).map((entries): Node => ({ kind: 'object', entries })),
  ),
})).node;

const object = named(node, 4).map((entries) => ({ kind: 'object', entries }) as const);

export const cases: Arbitrary<Case> = fc.record({
  name: fc.constantFrom('deploy', 'deploy:', 'a/b@c.d', 'mcp.tool-x', '--', 'may', 'with'),
  args: object,
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  changes: fc.array(fc.record({ at: fc.nat(), how: fc.nat(), value: node, key }), { minLength: 5, maxLength: 5 }),
});

/** The JSON text of arguments. */
export function jsonOf(given: Node): string {
  if (given.kind === 'text') return JSON.stringify(given.text);
  if (given.kind === 'literal') return given.json;
  if (given.kind === 'list') return `[${given.entries.map(jsonOf).join(',')}]`;
  return `{${given.entries.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`;
}

/** The ways to all values in objects. */
export function pathsIn(given: Node, at: readonly string[] = []): string[][] {
  if (given.kind !== 'object') return [];
  return given.entries.flatMap(([name, value]) => [[...at, name], ...pathsIn(value, [...at, name])]);
}

/** Arguments with one change. */
export function changed(args: Case['args'], { at, how, value, key: name }: Case['changes'][number]): Node {
  const paths = pathsIn(args);
  const path = paths[at % Math.max(1, paths.length)];
  if (path === undefined || how % 6 === 0) return withEntry(args, name, value);
  return edited(args, path, how, value, name);
}

function withEntry(given: Extract<Node, { kind: 'object' }>, name: string, value: Node): Node {
  return { kind: 'object', entries: [...given.entries.filter(([each]) => each !== name), [name, value]] };
}

function edited(given: Node, path: readonly string[], how: number, value: Node, key_: string): Node {
  if (given.kind !== 'object') return given;
  const [first = '', ...rest] = path;
  const inner = given.entries.find(([name]) => name === first)?.[1] ?? value;
  const others = given.entries.filter(([name]) => name !== first);
  const replaced = (name: string, by: Node): Node =>
    others.some(([each]) => each === name)
      ? given
      : { kind: 'object', entries: given.entries.map((entry) => (entry[0] === first ? [name, by] : entry)) };
  if (rest.length > 0) return replaced(first, edited(inner, rest, how, value, key_));
  if (how % 6 === 1) return { kind: 'object', entries: others };
  if (how % 6 === 2) return replaced(first, value);
  if (how % 6 === 3) return replaced(first, alike(inner, how));
  if (how % 6 === 4) return replaced(key_, inner);
  return { kind: 'object', entries: [...given.entries].reverse() };
}

/** A value that looks like another one. */
function alike(given: Node, how: number): Node {
  if (given.kind === 'literal')
    return how % 2 === 0 ? { kind: 'text', text: given.json } : { kind: 'list', entries: [given] };
  if (given.kind === 'list') return { kind: 'list', entries: [...given.entries].reverse() };
  if (given.kind === 'object') return { kind: 'object', entries: [...given.entries].reverse() };
  const { text: said } = given;
  const others = [
    `${said} `,
    said.toUpperCase(),
    said.normalize('NFD'),
    `${said}\u200B`,
    said.replace('a', 'а'),
    `"${said}"`,
  ];
  return /^(?:null|true|false|-?\d+(?:\.\d+)?)$/.test(said) && how % 2 === 0
    ? { kind: 'literal', json: said.replace(/^(-?)0+(?=\d)/, '$1') }
    : { kind: 'text', text: others[how % others.length] ?? said };
}
