import type { Scope } from '@gateway/contract';

/** Who makes a request, and what they may do. */
export interface Principal {
  readonly organizationId: string;
  readonly kind: 'key' | 'open';
  /** Id of the key; null where no key is needed. */
  readonly keyId: string | null;
  /** What people call the key. */
  readonly keyName: string | null;
  readonly scopes: ReadonlySet<Scope>;
  /** Where the request came from; null when that is not known. */
  readonly address: string | null;
}

/** The organization of a single-tenant install. */
export const DEFAULT_ORGANIZATION = 'default';

/** The principal of every request where authentication is off. */
export const openPrincipal: Principal = {
  organizationId: DEFAULT_ORGANIZATION,
  kind: 'open',
  keyId: null,
  keyName: null,
  scopes: new Set(['admin']),
  address: null,
};

/** Whether a principal holds any of the scopes; `admin` holds all. */
export function holdsAny(principal: Principal, scopes: readonly Scope[]): boolean {
  return principal.scopes.has('admin') || scopes.some((scope) => principal.scopes.has(scope));
}
