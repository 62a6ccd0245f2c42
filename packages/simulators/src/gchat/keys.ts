import {
  createPublicKey,
  generateKeyPair,
  randomUUID,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';

/** A key pair with its id. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

const generate = promisify(generateKeyPair);
const made: Promise<SigningKey>[] = [];

/** The `index`-th RSA key of this process. Generating one is slow, so simulators share them. */
export function signingKey(index: number): Promise<SigningKey> {
  return (made[index] ??= generate('rsa', { modulusLength: 2048 }).then(({ privateKey }) => ({
    kid: randomUUID().replaceAll('-', ''),
    privateKey,
  })));
}

/** A JSON Web Token, signed with RS256 unless the header says otherwise. */
export function signToken({ kid, privateKey }: SigningKey, claims: object, header: object = {}): string {
  const head = encode({ alg: 'RS256', typ: 'JWT', kid, ...header });
  const signed = `${head}.${encode(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** The claims of a token signed by this key; null for other tokens. */
export function readToken({ privateKey }: SigningKey, token: string): Record<string, unknown> | null {
  const [head, claims, signature, ...rest] = token.split('.');
  if (head === undefined || claims === undefined || signature === undefined || rest.length > 0) return null;
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('RSA-SHA256', signed, createPublicKey(privateKey), Buffer.from(signature, 'base64url'))) return null;
  return decode(claims);
}

/** The public key as an entry of a key set. */
export function publicJwk({ kid, privateKey }: SigningKey): JsonWebKey {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
