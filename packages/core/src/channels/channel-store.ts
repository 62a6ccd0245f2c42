import type { ChannelType, HealthState } from '@gateway/contract';
import type { NewAuditEntry } from '../audit/audit-store.js';
import type { Page } from '../ports.js';
import type { ChannelRow } from '../rows.js';

export type NewChannel = Pick<
  ChannelRow,
  | 'organizationId'
  | 'channelId'
  | 'platform'
  | 'targetChatId'
  | 'channelType'
  | 'callbackUrl'
  | 'credentials'
  | 'account'
  | 'createdAt'
>;

export interface ChannelFilter {
  readonly platform?: string;
  readonly channelType?: ChannelType;
  readonly isActive?: boolean;
  /** Of those that are active; `inactive`: of no other. */
  readonly health?: HealthState;
  /** Part of the id or the target, in any case. */
  readonly q?: string;
}

export interface ChannelChange {
  readonly targetChatId?: string;
  readonly callbackUrl?: string | null;
  readonly credentials?: string;
  readonly account?: string;
  readonly isActive?: boolean;
  readonly updatedAt: Date;
  /** Nothing is known of the channel as it is now. */
  readonly health?: 'unknown';
  readonly healthDetail?: null;
  readonly healthSince?: Date;
  readonly accountProblem?: null;
  readonly testProblem?: null;
}

/** `unknown`: no problem, and no proof that it works. */
export type AccountState =
  | { readonly state: 'ok' | 'unknown'; readonly detail: null; readonly at: Date }
  | { readonly state: 'failing'; readonly detail: string; readonly at: Date };

export interface ChannelActivity {
  readonly organizationId: string;
  readonly channelId: string;
  readonly inboundAt: Date | null;
  readonly outboundAt: Date | null;
}

export interface ChannelStore {
  /** Inserts an active channel. False: the id is taken, by an inactive channel too. */
  insert(channel: NewChannel, audit?: NewAuditEntry): Promise<boolean>;
  get(organizationId: string, channelId: string): Promise<ChannelRow | null>;
  /** Ordered and continued by `seq`. */
  list(organizationId: string, filter: ChannelFilter, page: Page): Promise<ChannelRow[]>;
  /** Compare-and-set: false when the channel is no longer at `revision`. Announces a `channel` change. */
  update(
    organizationId: string,
    channelId: string,
    revision: number,
    change: ChannelChange,
    audit?: NewAuditEntry,
  ): Promise<boolean>;
  /** Every active channel of every organization, oldest first. */
  active(): Promise<ChannelRow[]>;
  /**
   * Notes how the account of these channels stands. A channel fails while its account or its latest test does, is `ok` once
   * something proved that it works, and `unknown` until then; `healthSince` changes only with the state. Leaves `revision` alone.
   */
  setHealth(organizationId: string, channelIds: readonly string[], account: AccountState): Promise<void>;
  /** Notes what a test of a channel found; null: it works. Does nothing when the channel is no longer at `revision`. */
  noteTest(
    channel: Pick<ChannelRow, 'organizationId' | 'channelId' | 'revision'>,
    problem: string | null,
    at: Date,
  ): Promise<void>;
  /** Moves `lastInboundAt` and `lastOutboundAt` forward. */
  touch(activity: readonly ChannelActivity[]): Promise<void>;
}
