/** Milliseconds to wait after `failures` failures in a row (1 or more): `firstMs`, doubled with each failure, at most `maxMs`. */
export function backoffMs(failures: number, firstMs = 1000, maxMs = 30_000): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}

/** Shortens a delay by up to a quarter at random, so that many gateways do not retry in step. */
export function withJitter(delayMs: number): number {
  return delayMs * (0.75 + Math.random() / 4);
}

/** The wait that a `Retry-After` header asks for, in milliseconds: it has seconds, or a date. Null: it is missing or neither (RFC 9110). */
export function retryAfterMs(header: string | null, nowMs = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : null;
}
