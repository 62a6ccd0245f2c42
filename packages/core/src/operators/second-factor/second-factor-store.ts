import type { NewAuditEntry } from '../../audit/audit-store.js';
import type { SessionRow } from '../operator-store.js';

/** The authenticator app of an operator. */
export interface AuthenticatorRow {
  readonly organizationId: string;
  readonly operatorId: string;
  /** Sealed. */
  readonly secret: string;
  /** The time step of the last code that was used. Codes of this step and of earlier ones are refused. */
  readonly lastStep: number;
  readonly createdAt: Date;
}

/** What an operator has shown at a sign-in. It is used up when the session begins. */
export type FactorProof =
  | { readonly kind: 'authenticator'; readonly step: number }
  /** `hash`: of a recovery code. */
  | { readonly kind: 'recovery_code'; readonly hash: string };

type Owner = Pick<AuthenticatorRow, 'organizationId' | 'operatorId'>;

/** Second factors. They are deleted with their operator. Changes that end sessions announce an `operator` change. */
export interface SecondFactorStore {
  authenticator(owner: Owner): Promise<AuthenticatorRow | null>;
  /** All authenticators of an organization: at most one for each operator. */
  authenticators(organizationId: string): Promise<AuthenticatorRow[]>;
  /** The number of recovery codes that are left. */
  countRecoveryCodes(owner: Owner): Promise<number>;
  /**
   * Adds an authenticator, replaces the recovery codes, and ends the other sessions. False: the operator has an authenticator, or was
   * removed.
   */
  addAuthenticator(
    authenticator: AuthenticatorRow,
    recoveryCodes: readonly string[],
    keepSession: string,
    audit: NewAuditEntry,
  ): Promise<boolean>;
  /** Replaces the recovery codes. False: the operator has no second factor. */
  replaceRecoveryCodes(owner: Owner, hashes: readonly string[], audit: NewAuditEntry): Promise<boolean>;
  /** Compare-and-set of the sealed secret. */
  replaceSecret(authenticator: AuthenticatorRow, secret: string): Promise<boolean>;
  /** Removes all second factors and recovery codes, and ends the sessions except one. False: there was no second factor. */
  remove(owner: Owner, keepSession: string | null, audit: NewAuditEntry): Promise<boolean>;
  /**
   * Starts a session and uses up the proof. False: the password or the second factors have changed, or the proof was used before.
   */
  begin(
    session: SessionRow,
    passwordHash: string,
    proof: FactorProof,
    audit: readonly NewAuditEntry[],
  ): Promise<boolean>;
}
