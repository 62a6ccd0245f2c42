import type { RuleValues } from './draft.js';
import { lines } from './draft.js';

/** A name that the first pattern matches. */
export const exampleName = (actions: string): string => (lines(actions)[0] ?? '').replaceAll('*', 'example');

/** Names of arguments in a placeholder, and in a condition with what they are compared to. */
const inTitle = /\{\{\s*args\.(.+?)\s*\}\}/g;
const inCondition = /\baction\.args\.([\w.]+)(?:\s*(?:[<>]=?|[!=]=)\s*(-?\d+(?:\.\d+)?|"[^"\\]*"|true|false))?/g;

/** Arguments that the rule names, with values. */
export function exampleArgs({ when, then: { title, fields } }: Pick<RuleValues, 'when' | 'then'>): string {
  const found: (readonly [path: string, value: unknown])[] = [
    ...[...title.matchAll(inTitle)].map(([, path = '']) => [path, 'example'] as const),
    ...fields.map(({ path, as }) => [path, valueAs[as]] as const),
    ...[...when.matchAll(inCondition)].map(
      ([, path = '', value]) => [path, value === undefined ? 'example' : (JSON.parse(value) as unknown)] as const,
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
