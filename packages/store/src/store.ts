import type { Change, Store } from '@gateway/core';
import { alertStore } from './ports/operators/alerts.js';
import { accountStateStore } from './ports/channels/account-state.js';
import { approvalStore } from './ports/prompts/approvals.js';
import { auditStore } from './ports/records/audit.js';
import { createAnnouncements } from './announcements.js';
import { examine } from './examine.js';
import { channelStore } from './ports/channels/channels.js';
import { deliveryStore } from './ports/deliveries/deliveries.js';
import { deliveryReportStore } from './ports/channels/delivery-reports.js';
import { inboundEventStore } from './ports/deliveries/events.js';
import { metricsStore } from './ports/figures/metrics.js';
import { hostedFileStore } from './ports/channels/hosted-files.js';
import { idempotencyStore } from './ports/idempotency.js';
import { keyStore } from './ports/keys.js';
import { groupStore } from './ports/people/groups.js';
import { leaseStore } from './ports/channels/leases.js';
import { managedStore } from './ports/people/managed.js';
import { conversationStore } from './ports/channels/conversations.js';
import { messageStore } from './ports/channels/messages.js';
import { identityStore } from './ports/operators/operator-identities.js';
import { notificationStore } from './ports/operators/notifications.js';
import { openDatabase, type Database, type OpenOptions } from './open.js';
import type { Port } from './ports/port.js';
import { oneTimeLinkStore } from './ports/operators/one-time-links.js';
import { sessionStore } from './ports/operators/operator-sessions.js';
import { operatorStore } from './ports/operators/operators.js';
import { peopleStore } from './ports/people/people.js';
import { policyStore } from './ports/people/policies.js';
import { grantStore } from './ports/people/grants.js';
import { ruleStore } from './ports/people/rules.js';
import { noteStore } from './ports/prompts/notes.js';
import { postStore } from './ports/prompts/posts.js';
import { promptStore } from './ports/prompts/prompts.js';
import { receiverStore } from './ports/deliveries/receivers.js';
import { rateLimitStore } from './ports/rate-limits.js';
import { retentionStore } from './ports/records/retention.js';
import { promptStatisticsStore } from './ports/figures/prompt-statistics.js';
import { windowStatisticsStore } from './ports/figures/window-statistics.js';
import { signInFailureStore } from './ports/operators/sign-in-failures.js';
import { passkeyStore } from './ports/operators/passkeys.js';
import { secondFactorStore } from './ports/operators/second-factors.js';
import { serviceStatusStore } from './ports/service-status.js';
import { savedViewStore } from './ports/operators/saved-views.js';
import { searchStore } from './ports/figures/search.js';
import { storedTextStore } from './ports/prompts/stored-texts.js';
import { streamEventStore } from './ports/deliveries/stream-events.js';
import { usedTokenStore } from './ports/operators/used-tokens.js';
import { voteStore } from './ports/prompts/votes.js';
import { takingStore } from './ports/prompts/taking.js';
import { createTurns } from './sql/turns.js';
import { writeProbe } from './write-probe.js';

/** Units that lock one row and wait for each other in this process. Platforms report refused votes again. */
const MAX_WAITING = 1000;

export interface StoreOptions extends Omit<OpenOptions, 'url'> {
  /** `postgresql://…`, or `file:…` for an SQLite file; without it `<dataDir>/gateway.db`. */
  databaseUrl?: string | undefined;
}

/**
 * Opens the database, applies missing migrations and returns the ports. Rejects with DatabaseInUse (another process has
 * the SQLite file), MigrationRefused or StorageUnavailable; each message names the fix.
 */
export async function openStore({ databaseUrl, ...options }: StoreOptions): Promise<Store> {
  const database = await openDatabase({ ...options, url: databaseUrl });
  return createStore(database);
}

/** The ports on an open database. Closing them closes the database. */
export async function createStore(database: Database): Promise<Store> {
  const { engine, pool, scheduleWalTruncate, searchIndexProblem } = database;
  const { sql, prisma, failures, probe } = writeProbe(database);
  const local = createAnnouncements();
  const remote =
    pool && (await (await import('./engine/postgresql/changes.js')).postgresChanges({ pool, sql }, local.publish));
  const port: Port = {
    engine,
    sql,
    prisma,
    inTurn: engine === 'postgresql' ? createTurns({ maxWaiting: MAX_WAITING }) : (_key, action) => action(),
    scheduleWalTruncate,
    announce(...changes: readonly Change[]) {
      local.publish(changes);
      remote?.send(changes);
    },
  };
  return {
    channels: channelStore(port),
    prompts: promptStore(port),
    votes: voteStore(port),
    posts: postStore(port),
    notes: noteStore(port),
    approvals: approvalStore(port),
    taking: takingStore(port),
    messages: messageStore(port),
    conversations: conversationStore(port),
    hostedFiles: hostedFileStore(port),
    inboundEvents: inboundEventStore(port),
    deliveries: deliveryStore(port),
    receivers: receiverStore(port),
    deliveryReports: deliveryReportStore(port),
    idempotency: idempotencyStore(port),
    keys: keyStore(port),
    operators: operatorStore(port),
    sessions: sessionStore(port),
    identities: identityStore(port),
    usedTokens: usedTokenStore(port),
    secondFactors: secondFactorStore(port),
    passkeys: passkeyStore(port),
    notifications: notificationStore(port),
    alerts: alertStore(port),
    savedViews: savedViewStore(port),
    oneTimeLinks: oneTimeLinkStore(port),
    signInFailures: signInFailureStore(port),
    people: peopleStore(port),
    groups: groupStore(port),
    policies: policyStore(port),
    rules: ruleStore(port),
    grants: grantStore(port),
    rateLimits: rateLimitStore(port),
    managed: managedStore(port),
    leases: leaseStore(port),
    accountState: accountStateStore(port),
    audit: auditStore(port),
    retention: retentionStore(port),
    serviceStatus: serviceStatusStore(port),
    windowStatistics: windowStatisticsStore(port),
    promptStatistics: promptStatisticsStore(port),
    metrics: metricsStore(port),
    streamEvents: streamEventStore(port),
    storedTexts: storedTextStore(port),
    search: searchStore(port),
    changes: local,
    isAlone: () => remote?.isAlone() ?? true,
    searchIndexProblem,
    failures,
    probe,
    examine: () => examine(port),
    async close() {
      await remote?.close();
      await database.close();
    },
  };
}
