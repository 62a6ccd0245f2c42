/** A request as it is sent; a header name may occur more than once. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

/** A curl command that sends the request. */
export function curlLine(origin: string, { method, path, headers, body }: WireRequest): string {
  return [
    `curl -sS -i --path-as-is -g -X ${method}`,
    ...headers.map(
      ([name, value]) => `-H ${quoted(Buffer.from(value === '' ? `${name};` : `${name}: ${value}`, 'latin1'))}`,
    ),
    ...(body ? [`--data-binary ${quoted(body)}`] : []),
    quoted(Buffer.from(origin + path, 'latin1')),
  ].join(' ');
}

/** Quoted for bash, byte for byte, except U+0000, which no argument can hold. */
function quoted(bytes: Buffer): string {
  const shown = bytes.length > 4000 ? bytes.subarray(0, 4000) : bytes;
  const text = [...shown].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  const rest = bytes.length > shown.length ? ` # … and ${bytes.length - shown.length} more bytes` : '';
  return `$'${text.join('')}'${rest}`;
}
