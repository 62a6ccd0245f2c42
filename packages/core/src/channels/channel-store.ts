import type { ChannelType, HealthState } from '@gateway/contract';
import type { NewAuditEntry } from '../audit/audit.js';
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
}

export interface Health {
  readonly state: HealthState;
  readonly detail: string | null;
  readonly at: Date;
}

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
  /** Sets the health of these channels where it differs; `healthSince` changes only with the state. Leaves `revision` alone. */
  setHealth(organizationId: string, channelIds: readonly string[], health: Health): Promise<void>;
  /** Moves `lastInboundAt` and `lastOutboundAt` forward. */
  touch(activity: readonly ChannelActivity[]): Promise<void>;
}
