import fc, { type Arbitrary } from 'fast-check';
import { oddText } from './mutations.js';
import { valuesOf, type Known, type Schema } from './schema-values.js';

/** Changes to a path; most keep it. */
export const oddPath: Arbitrary<(path: string) => string> = fc.oneof(
  { arbitrary: fc.constant((path: string) => path), weight: 25 },
  fc.constantFrom<(path: string) => string>(
    (path) => `${path}/`,
    (path) => path.replace('/', '//'),
    (path) => `${path}%`,
    (path) => `${path}%ff`,
    (path) => `${path}%00`,
    (path) => `${path};a=b`,
    (path) => path.toUpperCase(),
    (path) => `${path}/../x`,
    (path) => `${path}%2f..%2f`,
    (path) => path.replace('/v1', '/admin/v1'),
    (path) => `${path}\xe9`,
    () => '/docs/..%2f..%2fpackage.json',
    () => '/console/%c0%ae%c0%ae/',
  ),
);

/** Query strings with values of a schema and with invalid parts. */
export function queries(schema: Schema, known: Known): Arbitrary<string> {
  const right = valuesOf({ ...schema, type: 'object', properties: schema.properties ?? {} }, known).map((value) =>
    Object.entries(value as object).map(([name, inner]): [string, string] => [
      name,
      typeof inner === 'string' ? inner : (JSON.stringify(inner) ?? ''),
    ]),
  );
  const pair = (name: string, value: string) => `${encoded(name)}=${encoded(value)}`;
  return fc
    .tuple(
      fc.oneof({ arbitrary: right, weight: 2 }, fc.constant<[string, string][]>([])),
      fc.oneof(
        { arbitrary: fc.constant(''), weight: 6 },
        fc.constantFrom(
          'a=1',
          'limit=1&limit=2',
          'limit[]=1',
          'limit[x]=1',
          '__proto__=1',
          '%',
          '%ff=%fe',
          '=',
          '&&&',
          'a;b',
          'q=%00',
          'q=%ed%a0%80',
          'cursor=x',
          'cursor=eyJ9',
          `q=${'x'.repeat(3000)}`,
          '?',
          'state=+pending',
          'a=1&'.repeat(1500),
        ),
        oddText.map((text) => pair('q', text)),
        oddText.map((text) => pair('cursor', text)),
        oddText.map((text) => pair(text, 'x')),
      ),
    )
    .map(([pairs, odd]) => [...pairs.map(([name, value]) => pair(name, value)), ...(odd ? [odd] : [])].join('&'))
    .map((text) => (text === '' ? '' : `?${text}`));
}

/** Percent-encoded; half a surrogate pair becomes the bytes that a careless client sends. */
export function encoded(text: string): string {
  return [...text]
    .map((character) => (/\p{Surrogate}/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character)))
    .join('');
}
