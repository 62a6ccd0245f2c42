import type { Role, Scope } from '@gateway/contract';

/** The caller of a request, with its rights. */
export interface Principal {
  readonly organizationId: string;
  /** `system`: the gateway itself, while it applies its configuration file. */
  readonly kind: 'key' | 'operator' | 'open' | 'system';
  /** Id of the API key; null: no key was used. */
  readonly keyId: string | null;
  /** Whose requests its requests count as: of the first key, when the key replaces another. Left out: no key was used. */
  readonly keyCountedAs?: string;
  /** The signed-in operator of the console; null: another caller. */
  readonly operator: SignedInOperator | null;
  /** Name of the key or operator; null: authentication is off. */
  readonly name: string | null;
  readonly scopes: ReadonlySet<Scope>;
  /** Ids of the channels that it may use; null: all. */
  readonly channels: ReadonlySet<string> | null;
  /** The person for whom it acts; null: none. */
  readonly actsFor: string | null;
  /** When its key ends, as given at the creation of the key; null: never. */
  readonly validUntil: Date | null;
  /** Client address of the request; null: unknown. */
  readonly address: string | null;
}

/** An operator with the session of the request. */
export interface SignedInOperator {
  readonly id: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** The organization of a single-tenant installation. */
export const DEFAULT_ORGANIZATION = 'default';

/** What limits no operator and no open gateway. */
export const unlimited = { channels: null, actsFor: null, validUntil: null } as const;

/** The principal of every request while authentication is off. */
export const openPrincipal: Principal = {
  organizationId: DEFAULT_ORGANIZATION,
  kind: 'open',
  keyId: null,
  operator: null,
  name: null,
  scopes: new Set(['admin']),
  ...unlimited,
  address: null,
};

/** Whether a principal holds any of the scopes; `admin` holds all. */
export function holdsAny(principal: Principal, scopes: readonly Scope[]): boolean {
  return principal.scopes.has('admin') || scopes.some((scope) => principal.scopes.has(scope));
}

/** Id of the key or operator; null: authentication is off. */
export function actorIdOf({ keyId, operator }: Pick<Principal, 'keyId' | 'operator'>): string | null {
  return keyId ?? operator?.id ?? null;
}
