import { createHash } from 'node:crypto';
import type { PromptRow } from '../ports/rows.js';

/**
 * The idempotency key of a post: the same for every attempt to make it, also on another instance after a crash. A hash, so that it is
 * short and names nothing. 22 characters of base64url.
 */
export function postKey(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** The key of a post about a prompt. After a restored backup a number may belong to another prompt, so the time is part of it. */
export function promptPostKey(
  { organizationId, num, createdAt }: Pick<PromptRow, 'organizationId' | 'num' | 'createdAt'>,
  ...parts: readonly (string | number)[]
): string {
  return postKey('prompt', organizationId, num, createdAt.getTime(), ...parts);
}
