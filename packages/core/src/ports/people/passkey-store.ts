import type { NewAuditEntry } from '../service/audit-store.js';

/** A passkey of an operator. */
export interface PasskeyRow {
  readonly organizationId: string;
  readonly id: string;
  readonly operatorId: string;
  /** The authenticator's id of the key pair, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** The signature counter of the last use. 0: the authenticator does not count. */
  readonly counter: number;
  /** How a browser reaches the authenticator. */
  readonly transports: readonly string[];
  /** Whether the key pair is copied to other devices of its owner. */
  readonly backedUp: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The use of a passkey, verified. */
export interface PasskeyUse {
  readonly id: string;
  readonly counter: number;
  readonly backedUp: boolean;
  readonly at: Date;
}

/** Passkeys. `SecondFactorStore` adds, uses and removes them. */
export interface PasskeyStore {
  /** Oldest first. */
  list(owner: Pick<PasskeyRow, 'organizationId' | 'operatorId'>): Promise<PasskeyRow[]>;
  byCredential(organizationId: string, credentialId: string): Promise<PasskeyRow | null>;
  /** False: the operator has no such passkey. */
  rename(
    passkey: Pick<PasskeyRow, 'organizationId' | 'operatorId' | 'id' | 'name'>,
    audit: NewAuditEntry,
  ): Promise<boolean>;
}
