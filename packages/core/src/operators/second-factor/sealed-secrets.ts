import type { Sealer } from '../../credentials/sealer.js';
import type { Store } from '../../ports/store.js';
import type { AuthenticatorRow } from '../../ports/people/second-factor-store.js';

/** Binds the sealed secret of an authenticator app to its operator. */
export function secretContext({ organizationId, operatorId }: Pick<AuthenticatorRow, 'organizationId' | 'operatorId'>) {
  return `operator ${organizationId}/${operatorId} authenticator`;
}

/**
 * Seals the secrets of all authenticator apps with the current key. `unreadable`: ids of the operators whose secret no known key opens.
 * A secret that is replaced at the same time is sealed with the current key already.
 */
export async function resealSecrets(
  { store, sealer }: { readonly store: Pick<Store, 'secondFactors'>; readonly sealer: Sealer },
  organizationId: string,
): Promise<{ readonly changed: number; readonly unreadable: readonly string[] }> {
  const unreadable: string[] = [];
  let changed = 0;
  for (const row of await store.secondFactors.authenticators(organizationId)) {
    if (sealer.isCurrent(row.secret)) continue;
    try {
      const sealed = sealer.seal(sealer.open(row.secret, secretContext(row)), secretContext(row));
      if (await store.secondFactors.replaceSecret(row, sealed)) changed += 1;
    } catch {
      unreadable.push(row.operatorId);
    }
  }
  return { changed, unreadable };
}
