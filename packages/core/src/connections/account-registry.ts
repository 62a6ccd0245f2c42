import { isPlatformError, type Connection, type Platform, type PlatformErrorCode } from '@gateway/platform-kit';
import type { CredentialVault } from '../credentials/credential-vault.js';
import { unreadable } from '../credentials/credential-vault.js';
import type { DeliveryReports } from '../delivery-reports/delivery-reports.js';
import type { InboundPort } from './inbound-port.js';
import { promptFields, withFields } from '../base/log-fields.js';
import { startLoop, type Loop } from '../base/loop.js';
import type { Meter } from '../base/meter.js';
import { loadedPlatform, notLoaded, type Platforms } from '../base/platforms.js';
import type { AccountId } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import type { ActivityTracker } from '../channels/activity-tracker.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Tracing } from '../tracing/tracing.js';
import { Account, accountName, type AccountDeps, type Receivers } from './account.js';
import type { AccountHealth } from './account-health.js';
import { AdapterTimeout } from './open-connection.js';
import { callPlatform, measureCall, refusalOf, type CallReason } from './platform-call.js';
import type { RecentChats } from './recent-chats.js';
import type { Services } from '../ports/services.js';

export interface AccountRegistryOptions extends Services {
  readonly platforms: Platforms;
  readonly vault: CredentialVault;
  readonly meter: Meter;
  readonly tracing: Tracing;
  readonly leaseMs: number;
  readonly accountDeps: AccountDeps;
  readonly health: AccountHealth;
  readonly activity: ActivityTracker;
  readonly recentChats: RecentChats;
  readonly inbound: InboundPort;
  readonly deliveryReports: DeliveryReports;
  /** The address to which the platform sends the account's events; null: there is none. */
  readonly webhookUrlOf: (channel: ChannelRow) => Promise<string | null>;
}

/** A channel with its platform and the way to call it. */
export interface ResolvedChannel {
  readonly platform: Platform;
  /**
   * Makes a call on the channel's connection. Throws a `PlatformError`, or a `Refusal` when there is no connection. `reason`
   * is part of its log lines and its span.
   */
  call<T>(work: (connection: Connection, signal: AbortSignal) => Promise<T>, reason: CallReason): Promise<T>;
}

/** Refusals of a post that another attempt does not change: the chat is gone, or the bot may not write to it. */
const REFUSES_CHAT = new Set<PlatformErrorCode>(['not_found', 'forbidden']);

/** The open bot accounts of this instance: one connection per account, reconciled with the stored active channels. */
export class AccountRegistry {
  readonly #options: AccountRegistryOptions;
  readonly #accounts = new Map<string, { account: Account; fingerprint: string }>();
  #loop: Loop | null = null;
  #stopped = false;
  #unsubscribe = () => {};
  #reconciling: Promise<void> = Promise.resolve();
  /** The next reconciliation, while it has not begun; null: none is queued. */
  #queued: Promise<void> | null = null;

  constructor(options: AccountRegistryOptions) {
    this.#options = options;
  }

  /** Opens a connection for every account with an active channel, and follows the changes of channels. */
  start(): void {
    const { clock, log, store, leaseMs } = this.#options;
    this.#loop = startLoop({
      name: 'connections',
      clock,
      log,
      idleMs: leaseMs,
      pass: () => this.refresh().then(() => null),
    });
    this.#unsubscribe = store.changes.subscribe((change) => {
      if (change.kind === 'channel' || change.kind === 'everything') this.#loop?.wake();
    });
  }

  /** Ends all streams and closes all connections. The platforms keep the events that they could not deliver. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    await this.#loop?.stop();
    await this.#reconciling;
    await Promise.all([...this.#accounts.values()].map(({ account }) => account.stop(false)));
    this.#accounts.clear();
    await this.#options.deliveryReports.stop();
    await this.#options.health.flush();
  }

  /** Reconciles the connections with the stored channels. Callers that wait for the same run share it. */
  refresh(): Promise<void> {
    if (this.#queued) return this.#queued;
    const next = this.#reconciling.then(() => {
      this.#queued = null;
      return this.#reconcile();
    });
    this.#queued = next;
    this.#reconciling = next.catch(() => {});
    return next;
  }

  /** The channel's platform, ready to be called. Throws a `Refusal` when no loaded adapter serves it. */
  async resolve(channel: ChannelRow): Promise<ResolvedChannel> {
    return this.#resolved(channel, await loadedPlatform(this.#options.platforms, channel.platform));
  }

  /** As `resolve`; null when no loaded adapter serves the channel's platform. */
  async resolveIfLoaded(channel: ChannelRow): Promise<ResolvedChannel | null> {
    const platform = await this.#options.platforms.load(channel.platform);
    return platform && this.#resolved(channel, platform);
  }

  /** The open account with this id; null: none is open here. */
  find(id: AccountId): Account | null {
    return this.#accounts.get(accountName(id))?.account ?? null;
  }

  /** The channel's open account; reconciles first where it is not known yet. Throws a `Refusal` when it cannot be opened. */
  async accountOf(channel: ChannelRow): Promise<Account> {
    if (!this.find(channel)?.channels.some((row) => row.channelId === channel.channelId)) await this.refresh();
    const account = this.find(channel);
    // Unreadable credentials are the more useful reason, so opening them may throw first.
    if (!account) this.#options.vault.open(channel);
    if (!account) throw new Refusal('unavailable', `Channel "${channel.channelId}" is not connected; try again.`);
    return account;
  }

  /** The other open accounts of the same organization and platform, oldest first. */
  siblingsOf({ id }: Account): Account[] {
    return [...this.#accounts.values()].flatMap(({ account: { id: other }, account }) =>
      other.organizationId === id.organizationId && other.platform === id.platform && other.account !== id.account
        ? account
        : [],
    );
  }

  #resolved(channel: ChannelRow, platform: Platform): ResolvedChannel {
    return { platform, call: (work, reason) => this.#call(channel, work, reason) };
  }

  async #call<T>(
    channel: ChannelRow,
    work: (connection: Connection, signal: AbortSignal) => Promise<T>,
    reason: CallReason,
  ): Promise<T> {
    const { vault, health, activity } = this.#options;
    const options = {
      ...this.#options,
      log: withFields(this.#options.log, reason.prompt ? promptFields(reason.prompt) : {}),
    };
    const account = await this.accountOf(channel);
    const connection = await account.connection().catch((error: unknown) => {
      throw refusalOf(error, false);
    });
    try {
      const credentials = vault.open(channel);
      const result = await measureCall(options, channel, reason, () =>
        callPlatform({ ...options, platform: account.platform, credentials }, (signal) => work(connection, signal)),
      );
      health.callSucceeded(account, channel, reason.post !== undefined);
      if (reason.post) activity.posted(channel, reason.prompt?.num ?? null);
      return result;
    } catch (error) {
      if (reason.post) activity.refused(channel);
      if (isPlatformError(error) && (error.code === 'auth' || error instanceof AdapterTimeout))
        health.callFailed(account, error.explanation);
      else if (isPlatformError(error) && reason.post === 'plain' && REFUSES_CHAT.has(error.code))
        health.postRefused(channel, error.explanation);
      throw error;
    }
  }

  async #reconcile(): Promise<void> {
    if (this.#stopped) return;
    const wanted = new Map<string, { owner: ChannelRow; channels: ChannelRow[]; fingerprint: string }>();
    for (const channel of provenFirst(await this.#options.store.channels.active())) {
      const name = accountName(channel);
      const entry = wanted.get(name);
      if (entry) {
        entry.channels.push(channel);
        continue;
      }
      const fingerprint = this.#fingerprint(channel);
      if (fingerprint !== null) wanted.set(name, { owner: channel, channels: [channel], fingerprint });
    }
    for (const { channels } of wanted.values()) channels.sort((left, right) => left.seq - right.seq);
    const gone = [...this.#accounts].filter(([name, entry]) => entry.fingerprint !== wanted.get(name)?.fingerprint);
    // A platform has one address per account: the old one must be released before the new one is registered.
    await Promise.all(
      gone.map(async ([name, { account }]) => {
        this.#accounts.delete(name);
        await account.stop(!wanted.has(name));
      }),
    );
    for (const [name, { owner, channels, fingerprint }] of wanted) {
      const entry = this.#accounts.get(name);
      if (entry) {
        entry.account.channels = channels;
        this.#options.health.reapply(entry.account);
      } else await this.#open(name, { owner, channels }, fingerprint);
    }
  }

  async #open(
    name: string,
    { owner, channels }: { readonly owner: ChannelRow; readonly channels: readonly ChannelRow[] },
    fingerprint: string,
  ): Promise<void> {
    const { platforms, health, accountDeps, webhookUrlOf } = this.#options;
    const platform = await platforms.load(owner.platform);
    if (!platform) {
      health.cannotServe(channels, notLoaded(platforms, owner.platform));
      return;
    }
    const id: AccountId = { organizationId: owner.organizationId, platform: owner.platform, account: owner.account };
    const account = new Account(id, platform, await webhookUrlOf(owner), owner, channels, accountDeps, (served) =>
      this.#receivers(served),
    );
    this.#accounts.set(name, { account, fingerprint });
    account.start();
  }

  #receivers(account: Account): Receivers {
    const { inbound, health, recentChats, deliveryReports, meter, clock } = this.#options;
    const received = () => meter.eventReceived(account.id.platform, clock.now());
    return {
      async deliver(events) {
        received();
        recentChats.note(accountName(account.id), events);
        const outcomes = await inbound.receive(account, events);
        health.eventsReceived(account, events);
        return outcomes;
      },
      async reportDeliveries(reports) {
        received();
        await deliveryReports.receive(account, reports);
        health.eventsReceived(account, []);
      },
      async reportMoved(moved) {
        received();
        for (const channel of account.channels) {
          const move = moved.find(({ from }) => from.includes(channel.targetChatId));
          if (move) await health.targetMoved(channel, move.to);
        }
        health.eventsReceived(account, []);
      },
    };
  }

  /** Changes when a connection must be reopened: other credentials, or another channel's webhook address. Null: unreadable credentials. */
  #fingerprint(channel: ChannelRow): string | null {
    try {
      return `${channel.channelId} ${this.#options.vault.fingerprint(channel)}`;
    } catch {
      this.#options.health.cannotServe([channel], unreadable);
      return null;
    }
  }
}

/**
 * Channels of one account can differ in credentials that its key does not cover. Those of a proven channel are used, so that no other
 * caller chooses what verifies its events.
 */
function provenFirst(channels: readonly ChannelRow[]): ChannelRow[] {
  return channels.toSorted((left, right) => Number(right.credentialsProven) - Number(left.credentialsProven));
}
