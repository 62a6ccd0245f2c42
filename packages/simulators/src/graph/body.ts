import { createHmac } from 'node:crypto';

/** JSON in Meta's form: non-ASCII characters and `/`, `<`, `%`, `@` are escaped. */
export function escapeBody(json: string): string {
  return json
    .replace(/[\u0080-\uffff]/g, unicodeEscape)
    .replace(/[<%@]/g, unicodeEscape)
    .replaceAll('/', '\\/');
}

/** The value of the header `X-Hub-Signature-256`. */
export function signBody(appSecret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

/** The value of `appsecret_proof`. */
export function proofOf(appSecret: string, token: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

function unicodeEscape(unit: string): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
  // The ASCII characters have upper-case hexadecimal digits, all others lower-case ones.
  return `\\u${unit < '\u0080' ? hex.toUpperCase() : hex}`;
}
