import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A short key over what identifies and authenticates an account: 32 hex characters, tells nothing of the parts. */
export function accountKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Compares in constant time; texts of different length are unequal. */
export function safeEqual(given: string, expected: string): boolean {
  const left = createHash('sha256').update(given).digest();
  const right = createHash('sha256').update(expected).digest();
  return timingSafeEqual(left, right);
}

/** HMAC-SHA256 as lower-case hex. */
export function hmacHex(secret: string, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

/** Whether a timestamp in seconds lies within `toleranceMs` of now, on either side. */
export function isFresh(seconds: number, nowMs: number, toleranceMs = 300_000): boolean {
  return Number.isFinite(seconds) && Math.abs(nowMs - seconds * 1000) <= toleranceMs;
}

/**
 * Whether a header such as `X-Hub-Signature-256` holds `sha256=` and the HMAC of a JSON body as lower-case hex: of the bytes
 * as they came, or of one of the escaped forms that are signed while UTF-8 is sent. Constant time.
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
  return [body, ascii, escaped].some((form) => safeEqual(given, hmacHex(secret, form)));
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
