import { resealCredentials, type ResealedCredentials } from './credentials/reseal-credentials.js';
import type { Sealer } from './credentials/sealer.js';
import type { Clock } from './ports.js';
import { createAddressVault } from './sealed-addresses/address-vault.js';
import { resealAddresses, type ResealedAddresses } from './sealed-addresses/reseal-addresses.js';
import type { Store } from './store.js';

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
