import { randomUUID } from 'node:crypto';
import type { Platform } from '@gateway/platform-kit';
import type { AuditStore } from './audit/audit.js';
import { Channels } from './channels/channels.js';
import type { Sealer } from './channels/seal.js';
import { Connections } from './connections/connections.js';
import { createCredentialVault } from './connections/credential-vault.js';
import { DeliveryWorker } from './deliveries/worker.js';
import { Activity } from './inbound/activity.js';
import { receive } from './inbound/inbound.js';
import { openKeys, type Keys } from './keys/keys.js';
import type { Clock, Logger, Outgoing, Store } from './ports.js';
import type { Platforms } from './platforms.js';
import { startClosing } from './prompts/closing.js';
import { startExpiry } from './prompts/expiry.js';
import { Prompts } from './prompts/prompts.js';

export interface GatewayOptions {
  readonly store: Store;
  readonly platforms: Platforms;
  readonly sealer: Sealer;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  readonly log: Logger;
  /** 0 to 1. */
  readonly random: () => number;
  /** The key to begin with where there is none; null where no key is needed. */
  readonly bootstrapKey: string | null;
  readonly defaultPromptChannelId: string | null;
  /** Public origin without trailing slash. */
  readonly publicUrl: string | null;
  readonly endpointsOf: (platform: Platform) => Readonly<Record<string, string>>;
  readonly leaseMs: number;
  readonly callbacks: {
    readonly secrets: readonly [string, ...string[]];
    readonly schedule: readonly number[];
    readonly timeoutMs: number;
  };
}

/** The product, running: what the HTTP layer calls. */
export interface Gateway {
  readonly keys: Keys;
  readonly audit: AuditStore;
  readonly channels: Channels;
  readonly prompts: Prompts;
  readonly connections: Connections;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Ends all background work; what is under way is recorded. Leaves the store open. */
  stop(): Promise<void>;
}

/** Puts the rooms together and starts the background work. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { store, platforms, clock, log, leaseMs } = options;
  const holder = randomUUID();
  const vault = createCredentialVault(options.sealer);
  const keys = await openKeys(options);
  const activity = new Activity(store, clock, log);
  const surroundings = { store, clock, log, activity, outgoing: options.outgoing };
  const connections = new Connections({
    ...surroundings,
    platforms,
    vault,
    holder,
    leaseMs,
    publicUrl: options.publicUrl,
    endpointsOf: options.endpointsOf,
    deliver: (account) => (events) => receive(surroundings, account, events),
  });
  const expiry = startExpiry(surroundings);
  const closing = startClosing({ ...surroundings, platforms, connections });
  const deliveries = new DeliveryWorker({ ...options, ...options.callbacks, holder });
  const shared = { ...surroundings, platforms, connections };
  connections.start();
  deliveries.start();

  return {
    keys,
    audit: store.audit,
    connections,
    channels: new Channels({ ...shared, vault }),
    prompts: new Prompts({ ...shared, defaultChannelId: options.defaultPromptChannelId, onExpiry: (time) => expiry.wakeAt(time) }),
    ping: () => store.ping(),
    async stop() {
      await Promise.all([expiry.stop(), closing.stop()]);
      await connections.stop();
      await deliveries.stop();
      await activity.stop();
      await keys.stop();
    },
  };
}
