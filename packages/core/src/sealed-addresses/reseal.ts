import { resealCredentials, type ResealedCredentials } from '../credentials/reseal-credentials.js';
import type { Sealer } from '../credentials/sealer.js';
import type { Clock } from '../ports/system.js';
import { createAddressVault } from './address-vault.js';
import { resealAddresses, type ResealedAddresses } from './reseal-addresses.js';
import type { Store } from '../ports/store.js';

export interface Resealed {
  readonly credentials: ResealedCredentials;
  readonly addresses: ResealedAddresses;
}

/** Seals everything that is stored sealed with the current key, also while the gateway runs. It can be repeated. */
export async function reseal(
  deps: { readonly store: Pick<Store, 'channels' | 'storedTexts'>; readonly sealer: Sealer; readonly clock: Clock },
  organizationId: string,
): Promise<Resealed> {
  return {
    credentials: await resealCredentials(deps, organizationId),
    addresses: await resealAddresses(deps.store.storedTexts, createAddressVault(deps.sealer)),
  };
}
