import type { Role } from '@gateway/contract';
import type { NewAuditEntry } from '../audit/audit-store.js';

/** A person who runs the gateway from the console, as stored. */
export interface OperatorRow {
  readonly organizationId: string;
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  /** argon2id, in PHC form. */
  readonly passwordHash: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSeenAt: Date | null;
}

export type NewOperator = Omit<OperatorRow, 'seq'>;

/** A browser in which an operator is signed in. */
export interface SessionRow {
  readonly organizationId: string;
  readonly id: string;
  readonly operatorId: string;
  /** SHA-256 of the cookie's token, hex. */
  readonly tokenHash: string;
  /** The token before the last rotation, good until `previousUntil`. */
  readonly previousTokenHash: string | null;
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
  readonly rotatedAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string | null;
  readonly address: string | null;
}

export interface OneTimeLinkRow {
  readonly organizationId: string;
  readonly id: string;
  readonly purpose: 'setup' | 'invitation' | 'password';
  /** SHA-256 of the link's token, hex. */
  readonly tokenHash: string;
  /** The role that an invitation gives. */
  readonly role: Role | null;
  /** Who alone may accept an invitation, in lower case. */
  readonly email: string | null;
  /** Whose password is set anew. */
  readonly operatorId: string | null;
  /** Id of the operator who made it; null: the gateway itself. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Operators. Whatever ends sessions announces an `operator` change. */
export interface OperatorStore {
  any(organizationId: string): Promise<boolean>;
  /** The oldest first. */
  list(organizationId: string): Promise<OperatorRow[]>;
  get(organizationId: string, id: string): Promise<OperatorRow | null>;
  byEmail(organizationId: string, email: string): Promise<OperatorRow | null>;
  /**
   * Creates the first operator by a set-up link and removes all such links; of many that try at once one succeeds. `exists`: there
   * is an operator; `no_link`: the link is unknown or over.
   */
  createFirst(
    operator: NewOperator,
    session: SessionRow,
    linkHash: string,
    audit: NewAuditEntry,
  ): Promise<'created' | 'exists' | 'no_link'>;
  /** Creates an operator with the role of the invitation, which it uses up. `taken`: an operator has the e-mail address. */
  createInvited(
    operator: Omit<NewOperator, 'role'>,
    session: SessionRow,
    linkHash: string,
    audit: NewAuditEntry,
  ): Promise<OperatorRow | 'no_link' | 'taken'>;
  /** Compare-and-set of the password; ends the other sessions and voids password links. False: it was changed meanwhile. */
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
  /** Sets a password by its link, which it uses up; ends all sessions and begins `session`. False: the link is unknown or over. */
  resetPassword(passwordHash: string, session: SessionRow, linkHash: string, audit: NewAuditEntry): Promise<boolean>;
  /**
   * Changes name or role. Who is an owner no more loses the links that they made. Null: there is no such operator, or it is the
   * last owner; also when all owners are changed at once one stays.
   */
  update(
    organizationId: string,
    id: string,
    change: { readonly name?: string | undefined; readonly role?: Role | undefined },
    audit: NewAuditEntry,
  ): Promise<OperatorRow | null>;
  /** Removes an operator with their sessions, the links for them and those that they made. Null: as with `update`. */
  remove(organizationId: string, id: string, audit: NewAuditEntry): Promise<OperatorRow | null>;
}

/** A session with its operator. */
export interface SessionOfOperator {
  readonly session: SessionRow;
  readonly operator: OperatorRow;
}

/** Sessions; whatever ends one announces an `operator` change. */
export interface SessionStore {
  /** By the present token or the one before. Expired ones too. */
  byToken(tokenHash: string): Promise<SessionOfOperator | null>;
  get(organizationId: string, id: string): Promise<SessionRow | null>;
  /** Begins a session if the operator still has this password. */
  begin(session: SessionRow, passwordHash: string, audit: NewAuditEntry): Promise<boolean>;
  /** Compare-and-set of the token. False: another request was first, or the session has ended. */
  rotate(
    session: SessionRow,
    next: { readonly tokenHash: string; readonly at: Date; readonly previousUntil: Date },
  ): Promise<boolean>;
  /** Moves the session's `lastSeenAt` and `expiresAt`, and the operator's `lastSeenAt`, forward. */
  touch(session: SessionRow, at: Date, expiresAt: Date): Promise<void>;
  /** Those not expired at `now`, the newest first. */
  list(organizationId: string, operatorId: string, now: Date): Promise<SessionRow[]>;
  end(organizationId: string, operatorId: string, id: string, audit: NewAuditEntry): Promise<boolean>;
  /** Returns how many there were. */
  endAll(organizationId: string, operatorId: string, audit: NewAuditEntry): Promise<number>;
}

export interface OneTimeLinkStore {
  /** A new password link replaces the operator's earlier ones. */
  insert(link: OneTimeLinkRow, audit?: NewAuditEntry): Promise<void>;
  /** Null: unknown or over, or its maker is an owner no more. */
  byHash(tokenHash: string, now: Date): Promise<OneTimeLinkRow | null>;
  /** Open invitations, the newest first. */
  invitations(organizationId: string, now: Date): Promise<OneTimeLinkRow[]>;
  removeInvitation(organizationId: string, id: string, audit: NewAuditEntry): Promise<OneTimeLinkRow | null>;
}

/** One thing that failures are counted for: an account or an address. */
export interface ThrottledSubject {
  /** SHA-256, hex. */
  readonly subject: string;
  /** Milliseconds until the next try after so many failures. */
  readonly delayMs: (failures: number) => number;
}

/** Tries with a password, counted across instances. */
export interface SignInFailureStore {
  /**
   * Counts a try as failed before it is made, so that tries at the same time do not slip through; failures from before `since`
   * are forgotten. Returns until when one of the subjects is blocked; then nothing was counted.
   */
  begin(organizationId: string, subjects: readonly ThrottledSubject[], at: Date, since: Date): Promise<Date | null>;
  /** The try was a success: `forget` begins anew, of the others one failure is taken back. */
  succeeded(organizationId: string, forget: string, others: readonly string[], at: Date): Promise<void>;
}
