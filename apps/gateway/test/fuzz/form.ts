import fc, { type Arbitrary } from 'fast-check';

const boundary = 'b-b';
const file = (disposition: string, type: string, bytes: Buffer) =>
  part(`form-data; ${disposition}`, type === '' ? '' : `Content-Type: ${type}\r\n`, bytes);
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const files = fc.constantFrom(
  file('name="file"; filename="a.gif"', 'image/gif', pixel),
  file('name="file"; filename="a.jpg"', '', Buffer.alloc(100, 7)),
  file('name="file"; filename="../../x\0.svg"', 'image/svg+xml', Buffer.from('<svg/>')),
  file('name="file"; filename*=utf-8\'\'%ff', 'text/plain; charset=x', Buffer.from('x')),
  file('name="file"; filename=""', 'image/gif', pixel),
  file('name="file"', 'image/gif', pixel),
  file('name="other"; filename="a"', 'x', pixel),
  file('name="file"; filename="empty"', 'application/pdf', Buffer.of()),
  file('name="file"; filename="large"', 'image/gif', Buffer.alloc(2_200_000)),
  file(`name="file"; filename="${'x'.repeat(3000)}"`, 'image/gif', pixel),
);

const types = fc.oneof(
  { arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`), weight: 9 },
  fc.constantFrom(
    'multipart/form-data; boundary=other',
    'multipart/form-data;boundary="b-b"; charset=utf-16',
    'multipart/mixed; boundary=b-b',
  ),
);

/** Writes the fields of a value as a form, with or without files and closing boundary. */
export const forms: Arbitrary<(value: unknown) => { headers: [string, string][]; bytes: Buffer }> = fc
  .tuple(
    fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.uniqueArray(files, { maxLength: 2 })),
    types,
    fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--\r\n`, `--${boundary}--\r\n`, ''),
  )
  .map(([attached, type, end]) => (value) => ({
    headers: [['content-type', type]],
    bytes: Buffer.concat([...fieldsOf(value), ...attached, Buffer.from(end)]),
  }));

function fieldsOf(value: unknown): Buffer[] {
  return Object.entries(typeof value === 'object' && value !== null ? value : { text: value }).map(([name, inner]) =>
    part(
      `form-data; name="${name.replace(/["\r\n]/g, '')}"`,
      '',
      Buffer.from(typeof inner === 'string' ? inner : (JSON.stringify(inner) ?? '')),
    ),
  );
}

function part(disposition: string, headers: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n${headers}\r\n`, 'latin1'),
    content,
    Buffer.from('\r\n'),
  ]);
}
