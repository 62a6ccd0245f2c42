import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { forms } from './form.js';
import type { Headers } from './headers.js';
import { byteMutations, mutate, mutateBytes, mutation } from './mutations.js';
import { valuesOf, type Known, type Schema } from './schema-values.js';

interface Body {
  readonly headers: Headers;
  readonly bytes: Buffer | null;
}

export const emptyBody: Body = { headers: [], bytes: null };

/** Valid and invalid bodies for a schema, as JSON, compressed, as forms, with changed bytes. */
export function bodies(schema: Schema, known: Known, upload: boolean): Arbitrary<Body> {
  const right = fc
    .tuple(
      valuesOf(schema, known),
      fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(mutation, { minLength: 1, maxLength: 3 })),
    )
    .map(([value, mutations]) => mutations.reduce<unknown>(mutate, value));
  const json = fc
    .tuple(right, contentTypes)
    .map(([value, type]): Body => ({ headers: type, bytes: Buffer.from(JSON.stringify(value) ?? '') }));
  return fc.oneof(
    { arbitrary: json, weight: 12 },
    {
      arbitrary: fc.tuple(json, byteMutations).map(([body, mutations]) => ({
        headers: body.headers,
        bytes: mutateBytes(body.bytes ?? Buffer.of(), mutations),
      })),
      weight: 3,
    },
    {
      arbitrary: fc.tuple(json, codings).map(([body, [name, code]]) => ({
        headers: [...body.headers, ['content-encoding', name] as const],
        bytes: code(body.bytes ?? Buffer.of()),
      })),
      weight: 1,
    },
    { arbitrary: rawBodies, weight: 2 },
    {
      arbitrary: fc.tuple(right, fc.option(byteMutations), forms).map(([value, mutations, formOf]) => {
        const { headers, bytes } = formOf(value);
        return { headers, bytes: mutations ? mutateBytes(bytes, mutations) : bytes };
      }),
      weight: upload ? 8 : 1,
    },
  );
}

const codings = fc.constantFrom<readonly [string, (bytes: Buffer) => Buffer]>(
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip', (bytes) => bytes],
  ['zstd', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, -6)],
  ['gzip', () => gzipSync(Buffer.alloc(3_000_000))],
);

/** Bodies that are not generated from a schema. */
export const rawBodies: Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom<Headers>([['content-type', 'application/json']], [['content-type', 'text/plain']], []),
    fc.oneof(
      fc
        .constantFrom(
          '',
          ' ',
          '{',
          '{}',
          '[]',
          'null',
          '1',
          '"x"',
          'true',
          '{"text":1e999}',
          '{"text":"a","text":"b"}',
          '{}{}',
          '{"a":}',
          "{'a':1}",
          '\ufeff{}',
          '{"__proto__":{"admin":true}}',
          '{"text":"\\ud800"}',
          '['.repeat(50_000),
          'x'.repeat(1_100_000),
        )
        .map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom('{"text":"ä"}').map((text) => Buffer.from(text, 'utf16le')),
    ),
  )
  .map(([headers, bytes]) => ({ headers, bytes }));

const contentTypes: Arbitrary<Headers> = fc.oneof(
  { arbitrary: fc.constant<Headers>([['content-type', 'application/json']]), weight: 12 },
  fc.constantFrom<Headers>(
    ...[
      'application/json; charset=utf-8',
      'APPLICATION/JSON ; Charset="UTF-8"',
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      'application/json; charset="',
      'application/json; charset=utf-7',
      'application/vnd.x+json',
      'text/json',
      '',
      ';',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/x-www-form-urlencoded',
    ].map((type): Headers => [['content-type', type]]),
    [
      ['content-type', 'application/json'],
      ['content-type', 'text/plain'],
    ],
    [],
  ),
);
