import type { ChannelType, HealthState, OutsideWindow } from '@gateway/contract';
import type { NewAuditEntry } from './audit-store.js';
import type { Page } from '../system.js';
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
  | 'credentialsProven'
  | 'credentialsSetBy'
  | 'createdAt'
> &
  Partial<
    Pick<
      ChannelRow,
      | 'outsideWindow'
      | 'templateName'
      | 'templateLanguage'
      | 'approvers'
      | 'policyId'
      | 'promptLinks'
      | 'maxOpenPerKey'
      | 'maxOpenPerPerson'
    >
  >;

export interface ChannelFilter {
  /** Only these. */
  readonly channelIds?: readonly string[];
  readonly platform?: string;
  readonly channelType?: ChannelType;
  readonly isActive?: boolean;
  /** Selects active channels by their health; `inactive`: inactive channels. */
  readonly health?: HealthState;
  /** Ids of channels that count as failing, with any stored health. */
  readonly alsoFailing?: readonly string[];
  /** Part of the id or the target, case-insensitive. */
  readonly q?: string;
}

export interface ChannelChange {
  readonly targetChatId?: string;
  readonly callbackUrl?: string | null;
  readonly credentials?: string;
  readonly account?: string;
  readonly credentialsProven?: boolean;
  readonly credentialsSetBy?: ChannelRow['credentialsSetBy'];
  /** The prompts so far are no longer answered through the channel, unless its credentials become proven. */
  readonly endsEarlierPrompts?: true;
  readonly isActive?: boolean;
  readonly outsideWindow?: OutsideWindow;
  readonly approvers?: ChannelRow['approvers'];
  readonly policyId?: string | null;
  readonly promptLinks?: boolean;
  readonly maxOpenPerKey?: number | null;
  readonly maxOpenPerPerson?: number | null;
  readonly templateName?: string | null;
  readonly templateLanguage?: string | null;
  readonly updatedAt: Date;
  /** Resets the health: no evidence exists for the changed channel. */
  readonly health?: 'unknown';
  readonly healthDetail?: null;
  readonly healthSince?: Date;
  readonly accountProblem?: null;
  readonly accountRemark?: null;
  readonly testProblem?: null;
  readonly testRemark?: null;
  /** Nothing has arrived from the new chat or account. */
  readonly lastInboundAt?: null;
}

/** What a test or other evidence shows besides a problem. */
export interface TestEvidence {
  /** What the platform withholds; null: nothing. Undefined: that is not known. */
  readonly remark?: string | null;
  /** An event from the chat was received. */
  readonly wasReceived?: boolean;
}

/** `unknown`: no problem, and no evidence that it works. `remark`: what the platform withholds. */
export type AccountState =
  | { readonly state: 'ok' | 'unknown'; readonly detail: null; readonly remark?: string | null; readonly at: Date }
  | { readonly state: 'failing'; readonly detail: string; readonly remark?: null; readonly at: Date };

export interface ChannelActivity {
  readonly organizationId: string;
  readonly channelId: string;
  readonly inboundAt: Date | null;
  readonly outboundAt: Date | null;
  /** The prompt that was posted at `outboundAt`; null: it was about none. */
  readonly outboundPrompt: number | null;
  /** When a person answered from the chat. */
  readonly answeredAt: Date | null;
  readonly answeredPrompt: number | null;
}

/** What happened in a channel in six hours. */
export interface ChannelTraffic {
  readonly organizationId: string;
  readonly channelId: string;
  /** 0, 6, 12 or 18 o'clock in UTC. */
  readonly periodStart: Date;
  /** Posts that the platform accepted. */
  readonly asked: number;
  /** Answers of people to prompts, from the chat. */
  readonly answered: number;
  /** Events from the chat. */
  readonly received: number;
  /** Posts that failed. */
  readonly refused: number;
}

export interface ChannelStore {
  /** Inserts an active channel. False: the id is taken, possibly by an inactive channel. */
  insert(channel: NewChannel, audit?: NewAuditEntry): Promise<boolean>;
  get(organizationId: string, channelId: string): Promise<ChannelRow | null>;
  /** Ordered and paged by `seq`. */
  list(organizationId: string, filter: ChannelFilter, page: Page): Promise<ChannelRow[]>;
  /** Compare-and-set: false when the channel is no longer at `revision`. Announces a `channel` change. */
  update(
    organizationId: string,
    channelId: string,
    revision: number,
    change: ChannelChange,
    audit?: NewAuditEntry,
  ): Promise<boolean>;
  /** The active channels of an organization that have approvers, oldest first. */
  withApprovers(organizationId: string): Promise<ChannelRow[]>;
  /** Every active channel of every organization, oldest first. */
  active(): Promise<ChannelRow[]>;
  /**
   * Records the state of the account of these channels. A channel is `failing` while its account or its latest test fails, `ok` once
   * it has been seen to work, and `unknown` until then: a MESSAGE channel until something was received. `healthSince` changes only with the state; `revision` does not change.
   */
  setHealth(organizationId: string, channelIds: readonly string[], account: AccountState): Promise<void>;
  /** Records the problem that a test found; null: none. Does nothing when the channel is no longer at `revision`. */
  noteTest(
    channel: Pick<ChannelRow, 'organizationId' | 'channelId' | 'revision'>,
    problem: string | null,
    at: Date,
    evidence?: TestEvidence,
  ): Promise<void>;
  /** Moves the times of the last activity forward, and adds to the traffic of the periods. */
  touch(activity: readonly ChannelActivity[], traffic: readonly ChannelTraffic[]): Promise<void>;
  /** The periods of these channels that begin at `since` or later and have traffic, oldest first. */
  traffic(organizationId: string, channelIds: readonly string[], since: Date): Promise<ChannelTraffic[]>;
}
