import { randomBytes } from 'node:crypto';
import type { OperatorRow } from '../ports/people/operator-store.js';

/**
 * The stored hash of an operator without a password: `!` and a random text, which is no PHC form. It is random because the hash is
 * also the key of known browsers.
 */
export function unusablePassword(): string {
  return `!${randomBytes(32).toString('base64url')}`;
}

export function hasPassword({ passwordHash }: Pick<OperatorRow, 'passwordHash'>): boolean {
  return !passwordHash.startsWith('!');
}
