import { withoutUser, type Scope } from '@gateway/contract';
import { holdsAny, type Principal } from '@gateway/core';

/** A `callback_url` as a reader gets it: whole for who may set it, without a user and password for who may only read. */
export function callbackAddress(address: string | null, reader: Principal, toSetIt: Scope): string | null {
  return address === null || holdsAny(reader, [toSetIt]) ? address : withoutUser(address);
}
