import type { NewAuditEntry } from '../service/audit-store.js';
import type { SessionRow } from './operator-store.js';
import type { PasskeyRow, PasskeyUse } from './passkey-store.js';

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

/** A second factor that is added. */
export type NewFactor =
  | { readonly kind: 'authenticator'; readonly row: AuthenticatorRow }
  | { readonly kind: 'passkey'; readonly row: PasskeyRow };

/** A second factor that is removed. */
export type FactorReference = { readonly kind: 'authenticator' } | { readonly kind: 'passkey'; readonly id: string };

/** What an operator has shown. It is used up when the session begins, or when the change that it confirms is made. */
export type FactorProof =
  | { readonly kind: 'authenticator'; readonly step: number }
  /** `hash`: of a recovery code. */
  | { readonly kind: 'recovery_code'; readonly hash: string }
  | ({ readonly kind: 'passkey' } & PasskeyUse);

export type FactorOwner = Pick<AuthenticatorRow, 'organizationId' | 'operatorId'>;

/** The second factors of an operator. Recovery codes are none of them: they replace one. */
export interface FactorSummary {
  readonly authenticator: boolean;
  readonly passkeys: number;
}

/** Second factors. They are deleted with their operator. Changes that end sessions announce an `operator` change. */
export interface SecondFactorStore {
  authenticator(owner: FactorOwner): Promise<AuthenticatorRow | null>;
  /** All authenticators of an organization: at most one for each operator. */
  authenticators(organizationId: string): Promise<AuthenticatorRow[]>;
  /** The number of recovery codes that are left. */
  countRecoveryCodes(owner: FactorOwner): Promise<number>;
  /** By operator id. Operators without a second factor are left out. */
  summaries(organizationId: string): Promise<ReadonlyMap<string, FactorSummary>>;
  /**
   * Adds a factor and ends the other sessions. `first`: the operator had none, so the recovery codes were stored too. `exists`: there is
   * this factor already. `full`: the operator has `maxPasskeys`. `gone`: the operator was removed.
   */
  add(
    factor: NewFactor,
    recoveryCodes: readonly string[],
    limits: { readonly maxPasskeys: number },
    keepSession: string,
    audit: NewAuditEntry,
  ): Promise<'first' | 'added' | 'exists' | 'full' | 'gone'>;
  /** Removes a factor and ends the other sessions. The recovery codes go with the last factor. False: there is no such factor. */
  remove(owner: FactorOwner, factor: FactorReference, keepSession: string, audit: NewAuditEntry): Promise<boolean>;
  /** Removes all second factors and recovery codes, and ends all sessions. False: there was no second factor. */
  removeAll(owner: FactorOwner, audit: NewAuditEntry): Promise<boolean>;
  /** Replaces the recovery codes. False: the operator has no second factor. */
  replaceRecoveryCodes(owner: FactorOwner, hashes: readonly string[], audit: NewAuditEntry): Promise<boolean>;
  /** Compare-and-set of the sealed secret. */
  replaceSecret(authenticator: AuthenticatorRow, secret: string): Promise<boolean>;
  /** Uses up a proof. False: it was used before, or the factor was removed. */
  use(owner: FactorOwner, proof: FactorProof): Promise<boolean>;
  /**
   * Starts a session and uses up the proof. False: the password or the second factors have changed, or the proof was used before.
   * `passwordHash` null: the proof replaces the password.
   */
  begin(
    session: SessionRow,
    passwordHash: string | null,
    proof: FactorProof,
    audit: readonly NewAuditEntry[],
  ): Promise<boolean>;
}
