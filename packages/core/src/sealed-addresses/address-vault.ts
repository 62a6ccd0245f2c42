import { withoutUser } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { Sealer } from '../credentials/sealer.js';
import { Refusal } from '../base/refusal.js';

/**
 * Seals addresses at rest. An address with a user or password is stored as the same address with a sealed text in their place, which
 * contains the whole address. So the origin can be read, and the address shown, without a key. Other addresses are stored as given.
 */
export interface AddressVault {
  seal(address: string): string;
  /** The original address. Throws a `Refusal` if no known key opens it. */
  open(stored: string): string;
  /** The original address, or the address without user and password if no known key opens it. */
  openOrStripped(stored: string): string;
  /** The replacement of an address that is not sealed with the current key; null: none is needed. Throws as `open`. */
  resealed(stored: string): string | null;
}

const unreadable =
  'The password in the address cannot be read: it was sealed with another ENCRYPTION_KEY. Name it in ENCRYPTION_KEY_PREVIOUS, or give the address again.';

const user = 'sealed';
const sealedText = /^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+$/;

export function createAddressVault(sealer: Sealer): AddressVault {
  /** Binds the sealed text to the rest of the address: it does not open in a changed one. */
  const context = (bare: string) => `address ${bare}`;

  function seal(address: string): string {
    const bare = withoutUser(address);
    if (bare === address) return address;
    const stored = new URL(bare);
    stored.username = user;
    stored.password = sealer.seal(address, context(bare));
    return stored.href;
  }

  function open(stored: string): string {
    const sealed = sealedIn(stored);
    if (sealed === null) return stored;
    try {
      return sealer.open(sealed, context(withoutUser(stored)));
    } catch {
      throw new Refusal('invalid', unreadable);
    }
  }

  return {
    seal,
    open,
    openOrStripped(stored) {
      try {
        return open(stored);
      } catch {
        return withoutUser(stored);
      }
    },
    resealed(stored) {
      const sealed = sealedIn(stored);
      if (sealed !== null && sealer.isCurrent(sealed)) return null;
      const sealedAgain = seal(open(stored));
      return sealedAgain === stored ? null : sealedAgain;
    },
  };
}

function sealedIn(stored: string): string | null {
  if (!stored.includes('@') || !URL.canParse(stored)) return null;
  const { username, password } = new URL(stored);
  return username === user && sealedText.test(password) ? password : null;
}

/** Changes the addresses in the data that an adapter stores with a message: it may contain the attachment's address. */
export function mapAddresses(ref: PostedRef | null, change: (address: string) => string): PostedRef | null {
  if (ref === null) return null;
  return Object.fromEntries(
    Object.entries(ref).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}
