import type { ActivityTracker } from '../channels/activity-tracker.js';
import type { CredentialVault } from '../credentials/credential-vault.js';
import { DeliveryReports } from '../delivery-reports/delivery-reports.js';
import type { InboundPort } from './inbound-port.js';
import type { Meter } from '../base/meter.js';
import type { Platforms } from '../base/platforms.js';
import type { Tracing } from '../tracing/tracing.js';
import { accountName, type AccountDeps } from './account.js';
import { AccountHealth } from './account-health.js';
import { AccountRegistry } from './account-registry.js';
import { ChannelChecks } from './channel-checks.js';
import { RecentChats } from './recent-chats.js';
import { createWebhookUrlOf, WebhookRouter } from './webhook-router.js';
import type { Services } from '../ports/services.js';

export interface ConnectionsOptions extends Services {
  readonly platforms: Platforms;
  readonly vault: CredentialVault;
  readonly meter: Meter;
  readonly tracing: Tracing;
  readonly holder: string;
  readonly leaseMs: number;
  /** Public origin of this gateway, or null. */
  readonly publicUrl: string | null;
  readonly endpointsOf: AccountDeps['endpointsOf'];
  readonly networkFor: AccountDeps['networkFor'];
  readonly isLocal: AccountDeps['isLocal'];
  readonly activity: ActivityTracker;
  readonly inbound: InboundPort;
  readonly closings: { wake(): void };
}

/** The three parts that share the open connections. */
export interface Connections {
  readonly accounts: AccountRegistry;
  readonly webhooks: WebhookRouter;
  readonly checks: ChannelChecks;
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { store, vault, clock, log, meter, holder, leaseMs, endpointsOf, networkFor, isLocal } = options;
  const health = new AccountHealth(store, clock, log);
  const deliveryReports = new DeliveryReports(options, (channel, problem, at) => {
    health.deliveryReported(channel, problem, at);
    if (problem !== null) options.activity.refused(channel);
  });
  const recentChats = new RecentChats();
  const webhookUrlOf = createWebhookUrlOf(options.publicUrl, isLocal);
  const accountDeps: AccountDeps = {
    clock,
    log,
    holder,
    leaseMs,
    leases: store.leases,
    endpointsOf,
    networkFor,
    isLocal,
    credentialsOf: (channel) => vault.open(channel),
    stateOf: (id) => ({
      get: (key) => store.accountState.get(id, key),
      set: (key, value) => store.accountState.set(id, key, value),
    }),
    report: (account, report) => health.report(account, report),
    streamContact: (account, at) => meter.streamContact(accountName(account), account.platform, at),
  };
  const accounts = new AccountRegistry({ ...options, accountDeps, health, recentChats, webhookUrlOf, deliveryReports });
  return {
    accounts,
    webhooks: new WebhookRouter({ accounts, urlOf: webhookUrlOf, clock, log }),
    checks: new ChannelChecks({ accounts, health, recentChats, connectionDeps: accountDeps, clock, log }),
  };
}
