import { withoutUser, type Scope } from '@gateway/contract';
import { holdsAny, type AddressVault, type Principal } from '@gateway/core';

/** An address as a reader gets it: whole for who may set it, without a user and password for who may only read. */
export function callbackAddress(
  stored: string | null,
  reader: Principal,
  toSetIt: Scope,
  addresses: AddressVault,
): string | null {
  if (stored === null) return null;
  return holdsAny(reader, [toSetIt]) ? addresses.openOrStripped(stored) : withoutUser(stored);
}
