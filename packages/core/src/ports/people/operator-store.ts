import type { Role } from '@gateway/contract';
import type { NewAuditEntry } from '../service/audit-store.js';

/** A stored operator: a person who uses the console. */
export interface OperatorRow {
  readonly organizationId: string;
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  /** argon2id, in PHC form. An operator without a password has another text, which no password matches. */
  readonly passwordHash: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSeenAt: Date | null;
  /** Since when a sign-in with the password needs a second factor; null: it needs none. */
  readonly secondFactorSince: Date | null;
}

export type NewOperator = Omit<OperatorRow, 'seq' | 'secondFactorSince'>;

/** A browser in which an operator is signed in. */
export interface SessionRow {
  readonly organizationId: string;
  readonly id: string;
  readonly operatorId: string;
  /** SHA-256 of the cookie's token, hex. */
  readonly tokenHash: string;
  /** The token before the last rotation, valid until `previousUntil`. */
  readonly previousTokenHash: string | null;
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
  readonly rotatedAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string | null;
  readonly address: string | null;
  /** SHA-256 of the OpenID provider's issuer and session id, hex; null: the session began without one. */
  readonly providerSession: string | null;
}

export interface OneTimeLinkRow {
  readonly organizationId: string;
  readonly id: string;
  readonly purpose: 'setup' | 'invitation' | 'password';
  /** SHA-256 of the link's token, hex. */
  readonly tokenHash: string;
  /** The role that an invitation gives. */
  readonly role: Role | null;
  /** The only e-mail address that may accept an invitation, in lower case; null: any. */
  readonly email: string | null;
  /** The operator of a password link; null: another purpose. */
  readonly operatorId: string | null;
  /** Id of the operator who created it; null: the gateway itself. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Operators. Changes that end sessions announce an `operator` change. */
export interface OperatorStore {
  any(organizationId: string): Promise<boolean>;
  /** Oldest first. */
  list(organizationId: string): Promise<OperatorRow[]>;
  get(organizationId: string, id: string): Promise<OperatorRow | null>;
  byEmail(organizationId: string, email: string): Promise<OperatorRow | null>;
  /**
   * Creates the first operator from a set-up link and deletes all such links. Of concurrent callers one succeeds. `exists`: there is
   * an operator; `no_link`: the link is unknown or expired.
   */
  createFirst(
    operator: NewOperator,
    session: SessionRow,
    linkHash: string,
    audit: NewAuditEntry,
  ): Promise<'created' | 'exists' | 'no_link'>;
  /** Creates an operator with the role of the invitation, and deletes the invitation. `taken`: an operator has the e-mail address. */
  createInvited(
    operator: Omit<NewOperator, 'role'>,
    session: SessionRow,
    linkHash: string,
    audit: NewAuditEntry,
  ): Promise<OperatorRow | 'no_link' | 'taken'>;
  /** Compare-and-set of the password. Ends the other sessions and deletes password links. False: it was changed meanwhile. */
  changePassword(
    change: {
      readonly organizationId: string;
      readonly id: string;
      readonly from: string;
      readonly to: string;
      readonly at: Date;
      readonly keepSession: string;
    },
    audit: NewAuditEntry,
  ): Promise<boolean>;
  /**
   * Sets a password with a link and deletes the link, and ends all sessions. Starts `session` unless the operator has a second factor.
   * `no_link`: the link is unknown or expired.
   */
  resetPassword(
    passwordHash: string,
    session: SessionRow,
    linkHash: string,
    audit: NewAuditEntry,
  ): Promise<'signed_in' | 'needs_second_factor' | 'no_link'>;
  /**
   * Changes name or role. Links by an operator who is no longer an owner are deleted. Null: there is no such operator, or it is the
   * last owner. One owner also remains when all are changed concurrently. `audit` gets the operator before the change.
   */
  update(
    organizationId: string,
    id: string,
    change: { readonly name?: string | undefined; readonly role?: Role | undefined },
    audit: (before: OperatorRow) => NewAuditEntry,
  ): Promise<OperatorRow | null>;
  /** Deletes an operator with their sessions, the links for them and the links that they created. Null: as with `update`. */
  remove(organizationId: string, id: string, audit: NewAuditEntry): Promise<OperatorRow | null>;
}

/** A session with its operator. */
export interface SessionOfOperator {
  readonly session: SessionRow;
  readonly operator: OperatorRow;
}

/** Sessions. Changes that end one announce an `operator` change. */
export interface SessionStore {
  /** Finds a session by its current or previous token, including expired sessions. */
  byToken(tokenHash: string): Promise<SessionOfOperator | null>;
  get(organizationId: string, id: string): Promise<SessionRow | null>;
  /** Starts a session if the operator still has this password, and no second factor. */
  begin(session: SessionRow, passwordHash: string, audit: NewAuditEntry): Promise<boolean>;
  /** Compare-and-set of the token. False: a concurrent request was first, or the session has ended. */
  rotate(
    session: SessionRow,
    next: { readonly tokenHash: string; readonly at: Date; readonly previousUntil: Date },
  ): Promise<boolean>;
  /** Moves the session's `lastSeenAt` and `expiresAt`, and the operator's `lastSeenAt`, forward. */
  touch(session: SessionRow, at: Date, expiresAt: Date): Promise<void>;
  /** Sessions that have not expired at `now`, newest first. */
  list(organizationId: string, operatorId: string, now: Date): Promise<SessionRow[]>;
  end(organizationId: string, operatorId: string, id: string, audit: NewAuditEntry): Promise<boolean>;
  /** Returns the number of ended sessions. */
  endAll(organizationId: string, operatorId: string, audit: NewAuditEntry): Promise<number>;
}

export interface OneTimeLinkStore {
  /** A new password link replaces the operator's earlier ones. */
  insert(link: OneTimeLinkRow, audit?: NewAuditEntry): Promise<void>;
  /** Null: unknown or expired, or its creator is no longer an owner. */
  byHash(tokenHash: string, now: Date): Promise<OneTimeLinkRow | null>;
  /** Open invitations, newest first. */
  invitations(organizationId: string, now: Date): Promise<OneTimeLinkRow[]>;
  removeInvitation(organizationId: string, id: string, audit: NewAuditEntry): Promise<OneTimeLinkRow | null>;
}

/** An account or an address for which failures are counted. */
export interface ThrottledSubject {
  /** SHA-256, hex. */
  readonly subject: string;
  /** Milliseconds until the next attempt after this number of failures. */
  readonly delayMs: (failures: number) => number;
}

/** Password attempts, counted across instances. */
export interface SignInFailureStore {
  /**
   * Counts an attempt as failed before it is made, so that concurrent attempts are limited too. Failures from before `since` are
   * ignored. Returns when a blocked subject becomes free (then nothing was counted); null: the attempt may be made.
   */
  begin(organizationId: string, subjects: readonly ThrottledSubject[], at: Date, since: Date): Promise<Date | null>;
  /** Records a success: resets the count of `forget`, and decrements the counts of the others. */
  succeeded(organizationId: string, forget: string, others: readonly string[], at: Date): Promise<void>;
}
