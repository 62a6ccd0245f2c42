import type { AlertStore } from './service/alert-store.js';
import type { AuditStore } from './service/audit-store.js';
import type { ChannelStore } from './service/channel-store.js';
import type { AccountStateStore } from './service/account-state-store.js';
import type { LeaseStore } from './service/lease-store.js';
import type { ApprovalStore } from './questions/approval-store.js';
import type { NoteStore } from './questions/note-store.js';
import type { TakingStore } from './questions/taking-store.js';
import type { PostStore } from './questions/post-store.js';
import type { VoteStore } from './questions/vote-store.js';
import type { DeliveryReportStore } from './questions/delivery-report-store.js';
import type { DeliveryStore } from './service/delivery-store.js';
import type { StreamEventStore } from './service/stream-event-store.js';
import type { HostedFileStore } from './questions/hosted-file-store.js';
import type { IdempotencyStore } from './service/idempotency-store.js';
import type { InboundEventStore } from './questions/inbound-event-store.js';
import type { KeyStore } from './people/key-store.js';
import type { RateLimitStore } from './service/rate-limit-store.js';
import type { NotificationStore } from './people/notification-store.js';
import type { GrantStore } from './questions/grant-store.js';
import type { ConversationStore } from './questions/conversation-store.js';
import type { MessageStore } from './questions/message-store.js';
import type { IdentityStore, UsedTokenStore } from './people/identity-store.js';
import type { PasskeyStore } from './people/passkey-store.js';
import type { SecondFactorStore } from './people/second-factor-store.js';
import type { OneTimeLinkStore, OperatorStore, SessionStore, SignInFailureStore } from './people/operator-store.js';
import type { ManagedStore } from './people/managed-store.js';
import type { GroupStore } from './people/group-store.js';
import type { PeopleStore } from './people/people-store.js';
import type { PolicyStore } from './people/policy-store.js';
import type { RuleStore } from './people/rule-store.js';
import type { Changes } from './system.js';
import type { PromptStore } from './questions/prompt-store.js';
import type { ReceiverStore } from './service/receiver-store.js';
import type { RetentionStore } from './service/retention-store.js';
import type { SavedViewStore } from './people/saved-view-store.js';
import type { SearchStore } from './questions/search-store.js';
import type { StoredTextStore } from './service/stored-text-store.js';
import type { MetricsStore } from './service/metrics-store.js';
import type { ServiceStatusStore } from './service/service-status-store.js';
import type { PromptStatisticsStore } from './service/prompt-statistics-store.js';
import type { WindowStatisticsStore } from './service/window-statistics-store.js';

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
  readonly notes: NoteStore;
  readonly approvals: ApprovalStore;
  readonly taking: TakingStore;
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
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
  readonly alerts: AlertStore;
  readonly savedViews: SavedViewStore;
  readonly oneTimeLinks: OneTimeLinkStore;
  readonly signInFailures: SignInFailureStore;
  readonly people: PeopleStore;
  readonly groups: GroupStore;
  readonly policies: PolicyStore;
  readonly rules: RuleStore;
  readonly grants: GrantStore;
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
