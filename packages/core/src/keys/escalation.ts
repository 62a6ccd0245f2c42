import { Refusal } from '../base/refusal.js';
import type { KeyRow } from '../ports/people/key-store.js';
import { sees } from '../access/allowed-channels.js';
import { holdsAny, type Principal } from '../access/principal.js';

/** What a key may do. */
export type KeyRights = Pick<KeyRow, 'scopes' | 'channels' | 'actsFor' | 'validUntil'>;

type Verb = 'grant' | 'revoke';

/** A principal may neither grant nor revoke rights that it does not hold. */
export function refuseEscalation(principal: Principal, rights: KeyRights, verb: Verb): void {
  refuseScopes(principal, rights, verb);
  refuseChannels(principal, rights, verb);
  const what = verb === 'grant' ? 'create' : 'revoke';
  if (rights.actsFor !== principal.actsFor && !holdsAny(principal, ['people:write'])) {
    const which = rights.actsFor === null ? 'for no person' : 'for a person';
    throw forbidden(`Only a key or role with the scope people:write may ${what} a key that acts ${which}.`);
  }
  const { validUntil } = principal;
  if (validUntil && (rights.validUntil === null || rights.validUntil > validUntil))
    throw forbidden(`This key ends at ${validUntil.toISOString()}, so it cannot ${what} a key that ends later.`);
}

function refuseScopes(principal: Principal, { scopes }: KeyRights, verb: Verb): void {
  const missing = scopes.filter((scope) => !holdsAny(principal, [scope]));
  if (missing.length === 0) return;
  const names = missing.length === 1 ? `the scope ${missing[0]}` : `the scopes ${missing.join(', ')}`;
  const them = missing.length === 1 ? 'it' : 'them';
  const what = verb === 'grant' ? `grant ${them}` : `revoke a key with ${them}`;
  throw forbidden(
    principal.operator
      ? `Your role (${principal.operator.role}) does not hold ${names}, so you cannot ${what}; an owner may ${verb} all.`
      : `This key does not hold ${names}, so it cannot ${what}; a key with the scope admin may ${verb} all.`,
  );
}

/** Whether a key is limited to channels, and to no others than the principal's key. */
export function isWithin(principal: Pick<Principal, 'channels'>, key: Pick<KeyRow, 'channels'>): boolean {
  return key.channels?.every((channelId) => sees(principal, channelId)) ?? false;
}

function refuseChannels(principal: Principal, rights: KeyRights, verb: Verb): void {
  const { channels } = principal;
  if (channels === null || isWithin(principal, rights)) return;
  const what = verb === 'grant' ? 'create' : 'revoke';
  throw new Refusal(
    'forbidden',
    `This key may use only the channels ${[...channels].join(', ')}, so it can ${what} only keys with a list of these in channels.`,
    null,
    { code: 'channel_not_allowed' },
  );
}

function forbidden(detail: string): Refusal {
  return new Refusal('forbidden', detail);
}
