import type { Sealer } from '../credentials/sealer.js';
import { createAddressVault } from './address-vault.js';
import { firstPlace, isEnd, sealPage } from './seal-page.js';
import type { StoredTextStore } from '../ports/service/stored-text-store.js';

export interface InspectedAddresses {
  /** Stored texts with an address that is not sealed with the current key. */
  readonly older: number;
  /** Addresses that no known key opens. */
  readonly unreadable: number;
  /** False: `signal` aborted before the end. */
  readonly complete: boolean;
}

/** Counts the stored addresses that `reseal` would seal again. Changes nothing. */
export async function inspectAddresses(
  texts: Pick<StoredTextStore, 'page'>,
  sealer: Sealer,
  signal: AbortSignal,
): Promise<InspectedAddresses> {
  const addresses = createAddressVault(sealer);
  const readOnly = { page: texts.page, replace: async () => {} };
  let older = 0;
  let unreadable = 0;
  for (let place = firstPlace; !isEnd(place);) {
    if (signal.aborted) return { older, unreadable, complete: false };
    const page = await sealPage(readOnly, addresses, place);
    older += page.changed;
    unreadable += page.unreadable;
    place = page.next;
  }
  return { older, unreadable, complete: true };
}
