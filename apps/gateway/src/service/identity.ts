import { createHmac } from 'node:crypto';

/** Proves that an address reaches this installation: only those who have its encryption key know the answer to a nonce. */
export interface Identity {
  /** 64 hexadecimal digits. */
  answer(nonce: string): string;
}

export function createIdentity(encryptionKey: Uint8Array): Identity {
  const key = createHmac('sha256', encryptionKey).update('identity of the installation').digest();
  return { answer: (nonce) => createHmac('sha256', key).update(nonce).digest('hex') };
}
