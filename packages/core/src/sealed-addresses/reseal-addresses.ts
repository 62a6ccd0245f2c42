import type { AddressVault } from './address-vault.js';
import { firstPlace, isEnd, sealPage } from './seal-page.js';
import type { StoredTextStore } from '../ports/service/stored-text-store.js';

const WALKS = 3;

export interface ResealedAddresses {
  /** Stored texts with an address that was sealed again. */
  readonly changed: number;
  /** Addresses that no known key opens. */
  readonly unreadable: number;
  /** False: each walk found addresses to seal, because a running gateway still seals with an older key. */
  readonly complete: boolean;
}

/**
 * Seals all stored addresses with the current key, also while the gateway runs. Walks through them until a walk finds nothing to
 * change, at most three times: the gateway may copy an address from a row that is still to come to one that has been passed.
 */
export async function resealAddresses(texts: StoredTextStore, addresses: AddressVault): Promise<ResealedAddresses> {
  let changed = 0;
  for (let walk = 1; ; walk += 1) {
    let inThisWalk = 0;
    let unreadable = 0;
    for (let place = firstPlace; !isEnd(place);) {
      const page = await sealPage(texts, addresses, place);
      inThisWalk += page.changed;
      unreadable += page.unreadable;
      place = page.next;
    }
    changed += inThisWalk;
    const complete = inThisWalk === 0;
    if (complete || walk === WALKS) return { changed, unreadable, complete };
  }
}
