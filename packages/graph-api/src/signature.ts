import { isHmacHex } from '@gateway/platform-kit';

/**
 * Whether the header `X-Hub-Signature-256` is `sha256=` and the HMAC of the body as lower-case hex. Meta sometimes sends UTF-8 but signs
 * an escaped form of the JSON, so the escaped forms are accepted, too. Compares in constant time.
 */
export function isHubSignature(header: string | undefined, secret: string, body: Uint8Array): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(header ?? '')?.[1];
  if (given === undefined) return false;
  const ascii = Buffer.from(body)
    .toString('utf8')
    .replace(/[\u0080-\uffff]/g, unicodeEscape);
  const escaped = ascii.replace(/\\.|[/<%@]/gs, (found) => {
    if (found.length > 1) return found;
    return found === '/' ? '\\/' : unicodeEscape(found).toUpperCase().replace('\\U', '\\u');
  });
  return [body, ascii, escaped].some((form) => isHmacHex(given, secret, form));
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
