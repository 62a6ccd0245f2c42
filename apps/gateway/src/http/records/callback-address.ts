import { withoutUser } from '@gateway/contract';
import type { AddressVault, Principal } from '@gateway/core';

/** An address as a reader may see it: complete for owners (for all if authentication is off), otherwise without user and password. */
export function callbackAddress(stored: string | null, reader: Principal, addresses: AddressVault): string | null {
  if (stored === null) return null;
  return readsPasswords(reader) ? addresses.openOrStripped(stored) : withoutUser(stored);
}

/** Whether a reader sees users and passwords in addresses. */
export function readsPasswords({ kind, operator }: Principal): boolean {
  return kind === 'open' || operator?.role === 'owner';
}
