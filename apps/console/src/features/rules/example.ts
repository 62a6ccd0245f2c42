import { lines, type RuleValues } from './draft.js';

/** A name that the first pattern matches. */
export const exampleName = (actions: string): string => (lines(actions)[0] ?? '').replaceAll('*', 'example');

/** Names of arguments in a placeholder, and in a condition with what they are compared to. */
const inTitle = /\{\{ *args\.([^{}]+)\}\}/g;
const inCondition =
  /\baction\.args\.([\w.]+)(?:\s*([<>]=?|[!=]=)\s*(-?\d+(?:\.\d+)?|"[^"\\\n]*"|true|false)(?![\w.]))?/g;

/** Arguments that the rule names, with values. */
export function exampleArgs({ when, then: { title, fields, grants } }: Pick<RuleValues, 'when' | 'then'>): string {
  const found: (readonly [path: string, value: unknown])[] = [
    ...lines(grants?.same ?? '').map((path) => [path, 'example'] as const),
    ...[...title.matchAll(inTitle)].map(([, path = '']) => [path.trim(), 'example'] as const),
    ...fields.map(({ path, as }) => [path, valueAs[as]] as const),
    ...[...when.matchAll(inCondition)].map(
      ([, path = '', operator, literal]) => [path, fitting(operator, literal)] as const,
    ),
  ];
  const args = new Map<string, unknown>();
  for (const [path, value] of found) put(args, path.split('.'), value);
  return JSON.stringify(plain(args), null, 2);
}

const valueAs = {
  text: 'example',
  code: 'npm run build',
  diff: '- 1\n+ 2',
  money: 1200,
  time: '2026-03-01T12:00:00Z',
  link: 'https://example.com/',
} as const;

/** A value for which a comparison is true. */
function fitting(operator: string | undefined, literal: string | undefined): unknown {
  if (operator === undefined || literal === undefined) return 'example';
  if (literal.startsWith('"')) return operator === '!=' ? 'example' : literal.slice(1, -1);
  if (literal === 'true' || literal === 'false') return (literal === 'true') === (operator === '==');
  const number = Number(literal);
  if (operator === '>' || operator === '!=') return number + 1;
  return operator === '<' ? number - 1 : number;
}

/** Sets a value inside objects. What a later name contradicts is left out. */
function put(into: Map<string, unknown>, [first = '', ...others]: readonly string[], value: unknown): void {
  if (first === '') return;
  const before = into.get(first);
  if (others.length === 0) {
    if (!(before instanceof Map)) into.set(first, value);
    return;
  }
  const inner = before instanceof Map ? before : new Map<string, unknown>();
  into.set(first, inner);
  put(inner, others, value);
}

const plain = (value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)])) : value;
