import type { AlertKind } from '@gateway/contract';
import type { NewAuditEntry } from './audit-store.js';

/** A problem of the gateway itself that exists now. */
export interface Trouble {
  readonly kind: AlertKind;
  /** Id of the channel or key, destination of the receiver, or the folder. */
  readonly subject: string;
  /** What people call the subject. */
  readonly name: string;
  /** What is wrong; null: nothing more is known. */
  readonly detail: string | null;
}

/** A problem that operators are told of, from when it is found until it has been absent for a while. */
export interface AlertRow extends Trouble {
  readonly organizationId: string;
  readonly since: Date;
  /** When it was found last. */
  readonly seenAt: Date;
  /** When it was found to be over; null: it is not. */
  readonly endedAt: Date | null;
  /** Who has been told of it: `device:<id>` and `chat:<channel>`. */
  readonly told: readonly string[];
  /** When operators must be told; null: they were. During an attempt, when its claim expires. */
  readonly dueAt: Date | null;
  readonly attempts: number;
}

/** Problems of the gateway itself, and the outbox of what operators are told of them. */
export interface AlertStore {
  /** The newest first, without those that are over. */
  list(organizationId: string, limit: number): Promise<AlertRow[]>;
  /** Records what was found at `at`: one statement. A new problem is due at `dueAt`. One that was over begins again. */
  seen(organizationId: string, troubles: readonly (Trouble & { readonly dueAt: Date })[], at: Date): Promise<void>;
  /** Ends those that were last found before `before`. They are due. Any number of instances may do it. */
  end(organizationId: string, before: Date, at: Date): Promise<void>;
  /** Takes due alerts, the oldest first. `until`: when they are due again if their sender stops. */
  claim(now: Date, until: Date, limit: number): Promise<AlertRow[]>;
  /** Ends a claim; an alert that changed during it stays as it is. One that ended during it is due at `now`. `dueAt` null: everything was told. */
  record(
    claimed: AlertRow,
    result: {
      readonly told: readonly string[];
      readonly dueAt: Date | null;
      readonly attempts: number;
      readonly now: Date;
    },
  ): Promise<void>;
  /** Deletes an alert that is over, when all were told; one that changed during the claim stays. */
  drop(claimed: AlertRow): Promise<void>;

  /** The channel in whose chat alerts are posted; null: none. */
  channel(organizationId: string): Promise<string | null>;
  /** Writes `audit` with it, unless nothing changes. One caller at a time. */
  setChannel(
    organizationId: string,
    channelId: string | null,
    audit: (before: string | null) => NewAuditEntry,
  ): Promise<void>;
}
