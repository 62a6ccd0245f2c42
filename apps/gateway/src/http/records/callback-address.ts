import { withoutUser, type Scope } from '@gateway/contract';
import { holdsAny, type AddressVault, type Principal } from '@gateway/core';

/** An address as a reader may see it: complete with the scope that sets it, otherwise without user and password. */
export function callbackAddress(
  stored: string | null,
  reader: Principal,
  scopeToSet: Scope,
  addresses: AddressVault,
): string | null {
  if (stored === null) return null;
  return holdsAny(reader, [scopeToSet]) ? addresses.openOrStripped(stored) : withoutUser(stored);
}
