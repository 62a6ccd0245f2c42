import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperatorRow } from '../ports/people/operator-store.js';

type BrowserOwner = Pick<OperatorRow, 'id' | 'passwordHash'>;

/**
 * The token of a browser in which an operator has signed in: `<name>.<signature>`. The gateway does not store it. The signature's key
 * is the operator's password hash, so a new password makes all browsers unknown.
 */
export function newKnownBrowser(operator: BrowserOwner): string {
  const name = randomBytes(16).toString('base64url');
  return `${name}.${signatureOf(operator, name).toString('base64url')}`;
}

/** The browser name in a token; null: the token is not valid for this operator. */
export function knownBrowser(operator: BrowserOwner, token: string | null): string | null {
  const [, name, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (name === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(operator, name);
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : null;
}

function signatureOf({ id, passwordHash }: BrowserOwner, name: string): Buffer {
  return createHmac('sha256', passwordHash).update(`known browser ${name} of ${id}`).digest();
}
