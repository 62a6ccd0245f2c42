import type { NewAuditEntry } from '../service/audit-store.js';
import type { NewOperator, OperatorRow, SessionRow } from './operator-store.js';

/** An identity at an OpenID provider, with which an operator signs in. */
export interface IdentityRow {
  readonly organizationId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly operatorId: string;
  readonly createdAt: Date;
}

/** Identities at an OpenID provider. A removed operator's identities are deleted with the operator. */
export interface IdentityStore {
  /** The operator who signs in with an identity; null: none. */
  operatorOf(organizationId: string, issuer: string, subject: string): Promise<OperatorRow | null>;
  /**
   * Creates an operator with an identity, and starts a session. `taken`: another operator has the e-mail address, or the identity.
   * `no_owner`: there is no operator yet, and the first one must be an owner.
   */
  create(
    operator: NewOperator,
    identity: IdentityRow,
    session: SessionRow,
    audit: NewAuditEntry,
  ): Promise<'created' | 'taken' | 'no_owner'>;
  /**
   * Gives an operator an identity, and starts a session. `other_identity`: the operator has one of the same issuer. `changed`: the operator
   * was removed, or the identity is taken.
   */
  link(
    identity: IdentityRow,
    session: SessionRow,
    audit: readonly NewAuditEntry[],
  ): Promise<'linked' | 'other_identity' | 'changed'>;
  /** Starts a session. False: the operator was removed. */
  begin(session: SessionRow, audit: NewAuditEntry): Promise<boolean>;
  /** Changes the name or e-mail address as the provider says. `taken`: another operator has the address. Null: the operator was removed. */
  refresh(
    operator: Pick<OperatorRow, 'organizationId' | 'id'>,
    change: { readonly name?: string; readonly email?: string },
    audit: NewAuditEntry,
  ): Promise<OperatorRow | 'taken' | null>;
  /** Ends the sessions that began in a session of the provider. `audit`: the entry for an operator. Returns their number. */
  endProviderSession(
    organizationId: string,
    providerSession: string,
    audit: (operatorId: string) => NewAuditEntry,
  ): Promise<number>;
}

/** Tokens that may be used once. */
export interface UsedTokenStore {
  /** Records the use of a token (SHA-256, hex). False: it was used before. It may be forgotten after `expiresAt`. */
  use(organizationId: string, hash: string, expiresAt: Date): Promise<boolean>;
}
