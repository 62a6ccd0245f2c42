import type { AuditStore } from './audit/audit-store.js';
import type { ChannelStore } from './channels/channel-store.js';
import type { AccountStateStore } from './connections/account-state-store.js';
import type { LeaseStore } from './connections/lease-store.js';
import type { PostStore } from './decisions/post-store.js';
import type { VoteStore } from './decisions/vote-store.js';
import type { DeliveryReportStore } from './delivery-reports/delivery-report-store.js';
import type { DeliveryStore } from './deliveries/delivery-store.js';
import type { StreamEventStore } from './events/stream-event-store.js';
import type { HostedFileStore } from './hosted-files/hosted-file-store.js';
import type { IdempotencyStore } from './idempotency/idempotency-store.js';
import type { InboundEventStore } from './inbound/inbound-event-store.js';
import type { KeyStore } from './keys/key-store.js';
import type { RateLimitStore } from './limits/rate-limit-store.js';
import type { NotificationStore } from './notifications/notification-store.js';
import type { MessageStore } from './messages/message-store.js';
import type { IdentityStore, UsedTokenStore } from './operators/single-sign-on/identity-store.js';
import type { PasskeyStore } from './operators/second-factor/passkeys/passkey-store.js';
import type { SecondFactorStore } from './operators/second-factor/second-factor-store.js';
import type { OneTimeLinkStore, OperatorStore, SessionStore, SignInFailureStore } from './operators/operator-store.js';
import type { ManagedStore } from './managed/managed-store.js';
import type { GroupStore } from './people/group-store.js';
import type { PeopleStore } from './people/people-store.js';
import type { PolicyStore } from './policies/policy-store.js';
import type { Changes } from './ports.js';
import type { PromptStore } from './prompts/prompt-store.js';
import type { ReceiverStore } from './receivers/receiver-store.js';
import type { RetentionStore } from './retention/retention-store.js';
import type { SavedViewStore } from './saved-views/saved-view-store.js';
import type { SearchStore } from './search/search-store.js';
import type { StoredTextStore } from './sealed-addresses/stored-text-store.js';
import type { MetricsStore } from './status/metrics-store.js';
import type { ServiceStatusStore } from './status/service-status-store.js';
import type { PromptStatisticsStore } from './status/prompt-statistics-store.js';
import type { WindowStatisticsStore } from './status/window-statistics-store.js';

/** What the database says about itself. */
export interface DatabaseFindings {
  readonly engine: 'sqlite' | 'postgresql';
  /** The time by the clock of the database's server; null: the database is embedded. */
  readonly serverTime: Date | null;
  /** The name of the newest migration. */
  readonly migration: string;
  /** What SQLite's quick check reports; empty: nothing is wrong. Null: it was not checked, because the database is large. */
  readonly damages: readonly string[] | null;
}

/** Everything that the product stores. Every method is atomic and resolves only after its writes are durable. */
export interface Store {
  readonly channels: ChannelStore;
  readonly prompts: PromptStore;
  readonly votes: VoteStore;
  readonly posts: PostStore;
  readonly messages: MessageStore;
  readonly hostedFiles: HostedFileStore;
  readonly inboundEvents: InboundEventStore;
  readonly deliveries: DeliveryStore;
  readonly receivers: ReceiverStore;
  readonly deliveryReports: DeliveryReportStore;
  readonly idempotency: IdempotencyStore;
  readonly keys: KeyStore;
  readonly operators: OperatorStore;
  readonly sessions: SessionStore;
  readonly identities: IdentityStore;
  readonly usedTokens: UsedTokenStore;
  readonly secondFactors: SecondFactorStore;
  readonly passkeys: PasskeyStore;
  readonly notifications: NotificationStore;
  readonly savedViews: SavedViewStore;
  readonly oneTimeLinks: OneTimeLinkStore;
  readonly signInFailures: SignInFailureStore;
  readonly people: PeopleStore;
  readonly groups: GroupStore;
  readonly policies: PolicyStore;
  /** Null: no other instance can use the database. */
  readonly rateLimits: RateLimitStore | null;
  readonly managed: ManagedStore;
  readonly leases: LeaseStore;
  readonly accountState: AccountStateStore;
  readonly audit: AuditStore;
  readonly retention: RetentionStore;
  readonly serviceStatus: ServiceStatusStore;
  readonly windowStatistics: WindowStatisticsStore;
  readonly promptStatistics: PromptStatisticsStore;
  readonly metrics: MetricsStore;
  readonly streamEvents: StreamEventStore;
  readonly storedTexts: StoredTextStore;
  readonly search: SearchStore;
  readonly changes: Changes;
  /** Whether no other instance uses the database, as far as it is known. */
  isAlone(): boolean;
  /** Why the database has no index for searches, which then read all texts; null: it has one. */
  readonly searchIndexProblem: string | null;
  /** Number of failures of the database since it was opened. */
  failures(): number;
  /** Writes a test row; `large`: as many bytes as a busy commit. Rejects when the database cannot store it. */
  probe(size: 'small' | 'large'): Promise<void>;
  /** For diagnosis. Rejects when the database cannot be read. */
  examine(): Promise<DatabaseFindings>;
  close(): Promise<void>;
}
