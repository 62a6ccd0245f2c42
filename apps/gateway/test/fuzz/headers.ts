import fc, { type Arbitrary } from 'fast-check';
import type { FuzzTargets } from './known-values.js';

export type Headers = readonly (readonly [string, string])[];

/** API keys; most have all rights. */
export function keys({ keys: [admin = '', ...others] }: FuzzTargets): Arbitrary<Headers> {
  const header = (value: string): Headers => [['x-api-key', value]];
  return fc.oneof(
    { arbitrary: fc.constant(header(admin)), weight: 20 },
    { arbitrary: fc.constantFrom(...others).map(header), weight: 3 },
    fc.constantFrom<Headers>([], header(''), header('gw_x'), header(`${others[0]}x`), [
      ...header(admin),
      ...header(admin),
    ]),
    fc.string({ maxLength: 60 }).map(printable).map(header),
  );
}

/** Additional headers; most requests have none. */
export const oddHeaders: Arbitrary<Headers> = fc.oneof(
  { arbitrary: fc.constant<Headers>([]), weight: 12 },
  {
    arbitrary: fc
      .constantFrom('one', 'two', 'three', 'a b', 'x'.repeat(256), '', '\xff', 'f6b6f1e0-0000-4000-8000-000000000000')
      .map((key): Headers => [['idempotency-key', key]]),
    weight: 4,
  },
  fc.constantFrom<Headers>(
    [
      ['idempotency-key', 'one'],
      ['idempotency-key', 'two'],
    ],
    [['x-request-id', 'a\xffb']],
    [['x-request-id', '00000000-0000-4000-8000-000000000000']],
    [['x-request-id', 'x'.repeat(65)]],
    [
      ['last-event-id', '1'],
      ['last-event-id', '-1'],
    ],
    [['last-event-id', 'x']],
    [['origin', 'https://evil.example.com']],
    [['accept', 'text/event-stream;q=\xff']],
    [['accept-encoding', ';']],
    [
      ['if-none-match', '*'],
      ['range', 'bytes=0-'],
    ],
    [['cookie', '__proto__=1; =; ;']],
    [
      ['x-forwarded-for', '\xff'],
      ['forwarded', 'for='],
    ],
    [['x-http-method-override', 'DELETE']],
    [['authorization', 'Bearer x']],
    [['x-filler', 'x'.repeat(20_000)]],
  ),
  fc
    .tuple(
      fc.constantFrom('x-a', 'accept', 'user-agent', 'if-modified-since', 'authorization'),
      fc.string({ maxLength: 40 }),
    )
    .map(([name, value]): Headers => [[name, printable(value)]]),
);

/** Replaces characters that a header cannot hold. */
function printable(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim();
}
