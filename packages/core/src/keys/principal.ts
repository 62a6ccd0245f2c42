import type { Role, Scope } from '@gateway/contract';

/** Who makes a request, and what they may do. */
export interface Principal {
  readonly organizationId: string;
  readonly kind: 'key' | 'operator' | 'open';
  /** Id of the API key; null without one. */
  readonly keyId: string | null;
  /** The operator who is signed in to the console; null for everybody else. */
  readonly operator: SignedInOperator | null;
  /** What people call the key or the operator. */
  readonly name: string | null;
  readonly scopes: ReadonlySet<Scope>;
  /** Where the request came from; null when that is not known. */
  readonly address: string | null;
}

/** An operator, in one of the browsers in which they are signed in. */
export interface SignedInOperator {
  readonly id: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** The organization of a single-tenant install. */
export const DEFAULT_ORGANIZATION = 'default';

/** The principal of every request where authentication is off. */
export const openPrincipal: Principal = {
  organizationId: DEFAULT_ORGANIZATION,
  kind: 'open',
  keyId: null,
  operator: null,
  name: null,
  scopes: new Set(['admin']),
  address: null,
};

/** Whether a principal holds any of the scopes; `admin` holds all. */
export function holdsAny(principal: Principal, scopes: readonly Scope[]): boolean {
  return principal.scopes.has('admin') || scopes.some((scope) => principal.scopes.has(scope));
}

/** Id of the key or the operator; null where neither is needed. */
export function actorIdOf({ keyId, operator }: Pick<Principal, 'keyId' | 'operator'>): string | null {
  return keyId ?? operator?.id ?? null;
}
