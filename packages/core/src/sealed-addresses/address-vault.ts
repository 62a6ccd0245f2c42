import { withoutUser } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { Sealer } from '../credentials/sealer.js';
import { Refusal } from '../refusal.js';

/**
 * Addresses at rest. One with a user or password is kept as the same address with a sealed text in their place, which holds the
 * whole address as it was given: what needs no password (its origin, showing it to readers) needs no key. Any other stays as it is.
 */
export interface AddressVault {
  seal(address: string): string;
  /** As it was given. Throws a `Refusal` when no known key opens it. */
  open(stored: string): string;
  /** The same, or without its user and password when no known key opens it. */
  openOrStripped(stored: string): string;
  /** What takes its place: sealed where it is not, or by an older key; null: it may stay. */
  resealed(stored: string): string | null;
}

const unreadable =
  'The password in the address cannot be read: it was sealed with another ENCRYPTION_KEY. Name it in ENCRYPTION_KEY_PREVIOUS, or give the address again.';

const user = 'sealed';
const sealedText = /^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+$/;

export function createAddressVault(sealer: Sealer): AddressVault {
  /** Bound to the rest of the address: changed, it does not open. */
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
      try {
        const address = open(stored);
        const sealedAgain = seal(address);
        return sealedAgain === stored ? null : sealedAgain;
      } catch {
        return null;
      }
    },
  };
}

function sealedIn(stored: string): string | null {
  if (!stored.includes('@') || !URL.canParse(stored)) return null;
  const { username, password } = new URL(stored);
  return username === user && sealedText.test(password) ? password : null;
}

/** What an adapter wants to remember may quote the attachment's address. */
export function mapAddresses(ref: PostedRef | null, change: (address: string) => string): PostedRef | null {
  if (ref === null) return null;
  return Object.fromEntries(
    Object.entries(ref).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}
