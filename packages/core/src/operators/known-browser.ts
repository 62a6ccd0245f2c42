import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperatorRow } from './operator-store.js';

type Known = Pick<OperatorRow, 'id' | 'passwordHash'>;

/**
 * What a browser keeps in which an operator has signed in: `<name>.<signature>`. Nothing of it is stored. The key is the hash of the
 * operator's password, so that a new password makes all browsers unknown.
 */
export function newKnownBrowser(operator: Known): string {
  const name = randomBytes(16).toString('base64url');
  return `${name}.${signatureOf(operator, name).toString('base64url')}`;
}

/** The name of the browser that a token was made for; null: it is not known to this operator. */
export function knownBrowser(operator: Known, token: string | null): string | null {
  const [, name, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (name === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(operator, name);
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : null;
}

function signatureOf({ id, passwordHash }: Known, name: string): Buffer {
  return createHmac('sha256', passwordHash).update(`known browser ${name} of ${id}`).digest();
}
