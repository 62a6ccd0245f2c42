import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts texts at rest. `context` binds a sealed text to where it is stored: it does not open with another context. */
export interface Sealer {
  seal(text: string, context: string): string;
  /** Throws when no known key opens it. */
  open(sealed: string, context: string): string;
  /** Ids of the known keys (hashes), the current key first. */
  readonly keyIds: readonly string[];
  /** Whether it was sealed with the current key. */
  isCurrent(sealed: string): boolean;
}

/**
 * AES-256-GCM. A sealed text is `v1.<key id>.<iv>.<ciphertext and tag>` in base64url; the key id lets `previous` keys
 * (32 bytes each, as `current`) still open what they sealed.
 */
export function createSealer(current: Uint8Array, previous: readonly Uint8Array[] = []): Sealer {
  const keys = new Map([...previous, current].map((key) => [keyId(key), key]));
  return {
    keyIds: [current, ...previous].map(keyId),
    isCurrent: (sealed) => sealed.split('.')[1] === keyId(current),
    seal(text, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${keyId(current)}.${iv.toString('base64url')}.${sealed.toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, id, iv, data] = sealed.split('.');
      const key = keys.get(id ?? '');
      if (version !== 'v1' || !key || !iv || !data) {
        throw new Error('Stored credentials were sealed with another key: add it to ENCRYPTION_KEY_PREVIOUS.');
      }
      const bytes = Buffer.from(data, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
