import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A key over the values that identify and authenticate an account: 32 hex characters of a hash that reveal none of them. */
export function accountKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Compares in constant time. Strings of different length are unequal. */
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

/** Whether `given` is the HMAC-SHA256 of the parts as lower-case hex. Compares in constant time. */
export function isHmacHex(given: string, secret: string, ...parts: readonly (string | Uint8Array)[]): boolean {
  return safeEqual(given, hmacHex(secret, ...parts));
}

/** Whether a timestamp in seconds is at most `toleranceMs` before or after `nowMs`. */
export function isFresh(seconds: number, nowMs: number, toleranceMs = 300_000): boolean {
  return Number.isFinite(seconds) && Math.abs(nowMs - seconds * 1000) <= toleranceMs;
}
