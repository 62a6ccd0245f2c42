import { randomUUID } from 'node:crypto';
import type { AuditStore } from './ports/service/audit-store.js';
import { Alerts } from './alerts/alerts.js';
import { startAlerts } from './alerts/watch.js';
import { Refusals } from './audit/refusals.js';
import { Channels } from './registration/channels.js';
import { createConnections } from './connections/connections.js';
import type { WebhookRouter } from './connections/webhook-router.js';
import { createCredentialVault } from './credentials/credential-vault.js';
import { Deliveries } from './deliveries/deliveries.js';
import type { Attempt } from './ports/service/delivery-store.js';
import { startSteps } from './posts/steps.js';
import { createPostWorkers } from './posts/workers.js';
import { testCallback } from './deliveries/test-callback.js';
import { DeliveryWorker } from './deliveries/worker.js';
import { createIdempotency, type Idempotency } from './idempotency/idempotency.js';
import { warningOfChanges } from './answers/change-warnings.js';
import { ActivityTracker } from './channels/activity-tracker.js';
import { ChannelCache } from './channels/channel-cache.js';
import { ReceivedFiles } from './hosted-files/received-files.js';
import { HostedFiles } from './hosted-files/hosted-files.js';
import { startFileRemoval } from './hosted-files/removal.js';
import { EventFeed } from './events/event-feed.js';
import { PendingMessages } from './inbound/pending-messages.js';
import { createInbound } from './inbound/inbound.js';
import { openKeys, type Keys } from './keys/keys.js';
import { OpenPrompts } from './limits/open-prompts.js';
import { startRateLimits, type RateLimits } from './limits/rate-limits.js';
import type { Principal } from './access/principal.js';
import { reasonOf } from './base/loop.js';
import { Managed } from './managed/managed.js';
import { Conversations } from './messages/conversations.js';
import { Messages } from './messages/messages.js';
import { Notifications } from './notifications/notifications.js';
import { PUSH_SUBJECT, startPushes } from './notifications/pushes.js';
import { createPushVault } from './notifications/sealed-push.js';
import { Guesses } from './limits/guesses.js';
import { createOperators, type Operators } from './operators/operators.js';
import { Groups } from './people/groups.js';
import { People } from './people/people.js';
import { Policies } from './policies/policies.js';
import { Grants } from './grants/grants.js';
import { Rules } from './rules/rules.js';
import { expireAtStart, startExpiry } from './prompts/expiry.js';
import { Prompts } from './prompts/prompts.js';
import { Receivers } from './receivers/receivers.js';
import { removeAtStart, startRemoval } from './removal/removal.js';
import { Settings } from './retention/settings.js';
import { SavedViews } from './saved-views/saved-views.js';
import { Search } from './search/search.js';
import { createAddressVault, type AddressVault } from './sealed-addresses/address-vault.js';
import { startSealing } from './sealed-addresses/seal-stored.js';
import { sealedOutgoing } from './sealed-addresses/sealed-outgoing.js';
import { createDatabaseCheck, type DatabaseCheck } from './status/database-check.js';
import { createPromptStatistics } from './status/prompt-statistics.js';
import { createWindowStatistics } from './status/window-statistics.js';
import { Waiting } from './waiting/waiting.js';
import { createServiceStatus, type ServiceStatus } from './status/service-status.js';
import type { GatewayOptions } from './gateway-options.js';

/** The running product, as the HTTP layer calls it. */
export interface Gateway {
  readonly keys: Keys;
  readonly operators: Operators;
  readonly notifications: Notifications;
  readonly alerts: Alerts;
  readonly savedViews: SavedViews;
  readonly people: People;
  readonly groups: Groups;
  readonly policies: Policies;
  readonly rules: Rules;
  readonly grants: Grants;
  /** Changes people, groups or policies, and warns of the channels that refuse every prompt because of it. */
  readonly withWarnings: ReturnType<typeof warningOfChanges>;
  readonly managed: Managed;
  readonly audit: AuditStore;
  readonly refusals: Refusals;
  readonly rateLimits: Pick<RateLimits, 'request'>;
  readonly guesses: Guesses;
  readonly channels: Channels;
  readonly prompts: Prompts;
  readonly waiting: Waiting;
  readonly hostedFiles: HostedFiles;
  readonly eventFeed: EventFeed;
  readonly messages: Messages;
  readonly conversations: Conversations;
  readonly search: Search;
  readonly settings: Settings;
  readonly deliveries: Deliveries;
  readonly receivers: Receivers;
  readonly idempotency: Idempotency;
  readonly webhooks: WebhookRouter;
  readonly addresses: AddressVault;
  /** Sends a signed test event to an address, once. */
  testCallback(url: string, signal: AbortSignal): Promise<Attempt>;
  readonly statistics: ReturnType<typeof createWindowStatistics>;
  readonly promptStatistics: ReturnType<typeof createPromptStatistics>;
  /** A signal for long requests: aborts with `signal`, or when the principal's key or session ends. */
  whileValid(principal: Principal, signal: AbortSignal): AbortSignal;
  /** Never rejects. */
  status(principal: Principal): Promise<ServiceStatus>;
  readonly databaseCheck: DatabaseCheck;
  /** Ends event streams and readers that wait for answers, and accepts no new ones. */
  endWaits(): void;
  /** Ends all background work and records its results. Leaves the store open. */
  stop(): Promise<void>;
}

/** Composes the modules and starts the background work. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { store, platforms, clock, log, leaseMs } = options;
  const holder = randomUUID();
  const vault = createCredentialVault(options.sealer);
  const addresses = createAddressVault(options.sealer);
  const refusals = new Refusals(store.audit, clock, log);
  const rateLimits = startRateLimits(options);
  const guesses = new Guesses(rateLimits);
  const keys = await openKeys({ ...options, refusals, guesses });
  const managed = new Managed(options);
  const operators = createOperators({ ...options, managed, signingSecrets: options.callbacks.secrets });
  const activity = new ActivityTracker(store, clock, log);
  const settings = new Settings({ store, clock, managed });
  const channels = new ChannelCache(store, clock);
  const outgoing = sealedOutgoing(options.outgoing, addresses);
  const deliveries = new DeliveryWorker({ ...options, ...options.callbacks, outgoing, holder });
  const hostedFiles = new HostedFiles(options);
  const shownBy = { hostedFiles, store, channels, platforms, addresses, activity, clock, log };
  const { closings, posts, grantMessages, start: startPosting } = createPostWorkers(shownBy, () => accounts);
  const deps = {
    store,
    grantMessages,
    clock,
    log,
    activity,
    settings,
    deliveries,
    closings,
    channels,
    addresses,
    posts,
    refusals,
    meter: options.meter,
    tracing: options.tracing,
    outgoing: options.outgoing,
  };
  const inbound = createInbound({
    ...deps,
    pending: new PendingMessages(clock),
    textFile: options.textFile,
    receivedFiles: new ReceivedFiles({ ...options, hostedFiles }),
    hostedFiles,
    resolve: (channel) => accounts.resolve(channel),
  });
  const { accounts, webhooks, checks } = createConnections({
    ...deps,
    platforms,
    vault,
    holder,
    leaseMs,
    publicUrl: options.publicUrl,
    endpointsOf: options.endpointsOf,
    networkFor: options.networkFor,
    isLocal: options.isLocal,
    inbound,
  });
  if (options.cleanOnBoot) {
    await expireAtStart(deps);
    await removeAtStart(deps);
  }
  const expiry = startExpiry(deps);
  const removal = startRemoval(deps);
  const fileRemoval = startFileRemoval(deps);
  const sealing = startSealing({ ...deps, addresses, keys: options.sealer.keyIds.join(',') });
  const shared = { ...deps, managed, rateLimits, platforms, accounts, addresses, channels, posts, hostedFiles };
  const steps = startSteps(shared);
  const prompts = new Prompts({
    ...shared,
    openPrompts: new OpenPrompts(options),
    defaultChannelId: options.defaultPromptChannelId,
    publicUrl: options.publicUrl,
    onExpiry: (time) => expiry.wakeAt(time),
    onStep: (time) => steps.wakeAt(time),
  });
  const eventFeed = new EventFeed(deps);
  const databaseCheck = createDatabaseCheck(deps);
  const waiting = new Waiting({ store, channels, clock, prompts });
  const push = {
    ...options,
    vault: createPushVault(store, options.sealer),
    subject: options.publicUrl ?? PUSH_SUBJECT,
  };
  const pushes = startPushes({ ...push, eventFeed, waiting, holder });
  const alerts = startAlerts({ ...push, accounts, log, lowDisk: options.lowDisk });
  accounts.start();
  startPosting();
  deliveries.start();

  return {
    keys,
    operators,
    people: new People({ ...options, managed }),
    groups: new Groups({ ...options, managed }),
    policies: new Policies({ ...options, managed }),
    rules: new Rules({ ...options, managed }),
    grants: new Grants(deps),
    withWarnings: warningOfChanges(store),
    managed,
    audit: store.audit,
    refusals,
    rateLimits,
    guesses,
    webhooks,
    addresses,
    deliveries: new Deliveries({ ...deps, callbacks: options.callbacks }),
    receivers: new Receivers(deps),
    idempotency: createIdempotency({ ...deps, leaseMs }),
    channels: new Channels({ ...shared, vault, checks, webhooks, publicUrl: options.publicUrl }),
    prompts,
    waiting,
    notifications: new Notifications(push),
    alerts: new Alerts(deps),
    savedViews: new SavedViews(deps),
    hostedFiles,
    eventFeed,
    messages: new Messages(shared),
    conversations: new Conversations(deps),
    search: new Search(deps),
    settings,
    testCallback: (url, signal) => testCallback({ ...options, ...options.callbacks }, url, signal),
    statistics: createWindowStatistics(deps),
    promptStatistics: createPromptStatistics(deps),
    whileValid: (principal, signal) => operators.sessions.whileValid(principal, keys.whileValid(principal, signal)),
    status: createServiceStatus(deps, databaseCheck),
    databaseCheck,
    endWaits() {
      prompts.endWaits();
      pushes.end();
      void eventFeed.stop();
    },
    async stop() {
      // A database that cannot write must not prevent the stop.
      const ended = async (what: string, end: Promise<unknown>) =>
        await end.catch((error: unknown) =>
          log.warn({ reason: reasonOf(error) }, `Stopping: the last changes of ${what} could not be recorded`),
        );
      prompts.endWaits();
      await ended('the notifications', pushes.stop());
      await ended('the event feed', eventFeed.stop());
      const loops = [expiry, steps, posts, grantMessages, closings, removal, fileRemoval, sealing, alerts].map((loop) =>
        loop.stop(),
      );
      const receiving = ended('a loop', Promise.all(loops)).then(() => ended('the connections', accounts.stop()));
      await Promise.all([receiving, ended('the callbacks', deliveries.stop())]);
      await ended('channel activity', activity.stop());
      await ended('key use', keys.stop());
      await ended('the rate limits', rateLimits.stop());
      operators.sessions.stop();
      settings.stop();
      channels.stop();
    },
  };
}
