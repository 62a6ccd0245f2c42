import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url: a session's cookie or a one-time link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of a token, so that other texts cost no query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The stored hash of a token: SHA-256, hex. Tokens are random, so a fast hash is sufficient. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
