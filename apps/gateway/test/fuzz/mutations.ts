import fc, { type Arbitrary } from 'fast-check';

/** One change of a JSON value: what is changed, and where. */
export interface Mutation {
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'wrap' | 'lengthen';
  readonly name: string;
  readonly odd: unknown;
}

const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'a\0b',
  '\ud800',
  'Text',
  'length',
  '0',
  '$where',
  'then',
  'x'.repeat(5000),
];
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202Eevil',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  '\u{10ffff}',
  '\r\n',
  '<b>&amp;',
  'NaN',
  'null',
  '%00',
  '../../etc/passwd',
  "' OR 1=1 --",
  '${7*7}',
  'x'.repeat(4097),
  'x'.repeat(65_537),
];
const oddNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 604_801, 3651, 201];

/** Strings that often break programs. */
export const oddText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const oddValue: Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [{}]),
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(3, 33, 500).map((depth) => nested(depth)),
  fc.jsonValue({ maxDepth: 2 }),
);

export const mutation: Arbitrary<Mutation> = fc.record({
  place: fc.nat(99),
  kind: fc.constantFrom('replace', 'remove', 'add', 'wrap', 'lengthen'),
  name: fc.oneof(fc.constantFrom(...oddNames), fc.string({ maxLength: 10 })),
  odd: oddValue,
});

/** Applies a mutation to a copy of the value. */
export function mutate(value: unknown, { place, kind, name, odd }: Mutation): unknown {
  const holder = { root: structuredClone(value) };
  const places = placesIn(holder);
  const [parent, key] = places[place % places.length] ?? [holder, 'root'];
  const old = Reflect.get(parent, key) as unknown;
  switch (kind) {
    case 'replace':
      return (set(parent, key, odd), holder.root);
    case 'remove':
      return (Reflect.deleteProperty(parent, key), holder.root);
    case 'wrap':
      return (set(parent, key, [old, old]), holder.root);
    case 'lengthen':
      return (
        set(parent, key, typeof old === 'string' ? old + 'x'.repeat(place * 50) : copies(old, place * 5)), holder.root
      );
    case 'add':
      return (add(typeof old === 'object' && old !== null ? old : parent, name, odd), holder.root);
  }
}

/** Also sets a name such as `__proto__`, as an own property. */
function set(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Repeats a value, well below the body size limit. */
function copies(value: unknown, count: number): unknown[] {
  const size = (JSON.stringify(value) ?? '').length + 1;
  return Array.from({ length: Math.max(1, Math.min(count, Math.floor(100_000 / size))) }, () => value);
}

function add(to: object, name: string, value: unknown): void {
  if (Array.isArray(to)) to.push(value);
  else set(to, name, value);
}

/** The first hundred places, breadth first. Mutations use no more, and repeated lists have millions. */
function placesIn(value: object): [object, string][] {
  const places: [object, string][] = [];
  const waiting = [value];
  for (let holder = waiting.shift(); holder !== undefined && places.length < 100; holder = waiting.shift()) {
    for (const [key, inner] of Object.entries(holder).slice(0, 100)) {
      places.push([holder, key]);
      if (typeof inner === 'object' && inner !== null) waiting.push(inner as object);
    }
  }
  return places;
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** One change of bytes at any position. */
interface ByteMutation {
  readonly kind: 'set' | 'insert' | 'remove' | 'repeat' | 'cut';
  /** Position in ten-thousandths of the length. */
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const byteMutation: Arbitrary<ByteMutation> = fc.record({
  kind: fc.constantFrom('set', 'set', 'set', 'insert', 'remove', 'repeat', 'cut'),
  at: fc.nat(9999),
  length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc.constantFrom(...'x1 -').map((text) => Buffer.from(text)),
    fc
      .constantFrom(
        '"',
        '\\',
        '{',
        '}',
        '[',
        ',',
        ':',
        '0',
        '-',
        'e9',
        'null',
        '\\u0000',
        '\\ud800',
        '"__proto__":',
        '\0',
        '\xff',
        '99999999999999999999',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  ),
});

/** Mutations for `mutateBytes`. */
export const byteMutations: Arbitrary<ByteMutation[]> = fc.array(byteMutation, { minLength: 1, maxLength: 4 });

export function mutateBytes(bytes: Uint8Array, mutations: readonly ByteMutation[]): Buffer {
  return mutations.reduce<Buffer>((given, { kind, at, length, bytes: put }) => {
    const from = Math.floor((at / 10_000) * given.length);
    const [before, part, after] = [
      given.subarray(0, from),
      given.subarray(from, from + length),
      given.subarray(from + length),
    ];
    switch (kind) {
      case 'set':
        return Buffer.concat([before, put, given.subarray(from + put.length)]);
      case 'insert':
        return Buffer.concat([before, put, part, after]);
      case 'remove':
        return Buffer.concat([before, after]);
      case 'repeat':
        return Buffer.concat([before, part, part, part, after]);
      case 'cut':
        return before;
    }
  }, Buffer.from(bytes));
}
