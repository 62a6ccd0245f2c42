import { createHash, randomBytes } from 'node:crypto';
import type { OperatorRow } from '../../ports/people/operator-store.js';
import type { FactorOwner } from '../../ports/people/second-factor-store.js';

const COUNT = 10;
/** Crockford's base32: no I, L, O and U. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = /.{4}/g;

/** Ten new codes of 80 random bits, in groups of four letters and digits. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    (
      Array.from(randomBytes(16), (byte) => letters[byte % 32])
        .join('')
        .match(GROUPS) ?? []
    ).join('-'),
  );
}

/** The stored hash of a code: SHA-256, hex. Codes are random, so a fast hash is sufficient. Case, spaces and hyphens do not count. */
export function hashRecoveryCode({ organizationId, id }: Pick<OperatorRow, 'organizationId' | 'id'>, code: string) {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256')
    .update(JSON.stringify(['recovery code', organizationId, id, plain]))
    .digest('hex');
}

/** Ten new codes, and their hashes in the same order. */
export function newHashedCodes({ organizationId, operatorId }: FactorOwner): {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
} {
  const codes = newRecoveryCodes();
  return { codes, hashes: codes.map((code) => hashRecoveryCode({ organizationId, id: operatorId }, code)) };
}
