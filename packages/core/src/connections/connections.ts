import {
  isPlatformError,
  type Connection,
  type Credentials,
  type DeliverEvents,
  type Platform,
  type Probe,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { startLoop, type Loop } from '../loop.js';
import { withFields } from '../log-fields.js';
import type { Meter } from '../meter.js';
import type { AccountId, Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import { notLoaded, type Platforms } from '../platforms.js';
import { Refusal } from '../refusal.js';
import type { ChannelRow } from '../rows.js';
import { Account, accountName, type AccountDeps } from './account.js';
import { AccountHealth } from './account-health.js';
import { unreadable, type CredentialVault } from './credential-vault.js';
import { callPlatform, refusalOf } from './platform-call.js';
import { measured } from './measured-call.js';
import { brieflyConnected } from './brief-connection.js';
import { findChats, type FoundChats } from './find-chats.js';
import { HeardChats } from './heard-chats.js';
import { probe } from './probe.js';
import { createWebhookSharing, type ShareWebhook } from './shared-webhook.js';

export interface ConnectionsOptions {
  readonly store: Store;
  readonly platforms: Platforms;
  readonly vault: CredentialVault;
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: Meter;
  readonly holder: string;
  readonly leaseMs: number;
  /** Public origin of this gateway, or null. */
  readonly publicUrl: string | null;
  readonly endpointsOf: AccountDeps['endpointsOf'];
  readonly fetchFor: AccountDeps['fetchFor'];
  readonly isLocal: AccountDeps['isLocal'];
  /** The seam for inbound events of an account. */
  readonly deliver: (account: Account) => DeliverEvents;
}

/** Keeps one connection per bot account open as channels come and go, here or on another instance. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #accounts = new Map<string, { account: Account; fingerprint: string }>();
  readonly #deps: AccountDeps;
  readonly #health: AccountHealth;
  readonly #heard = new HeardChats();
  readonly #share: ShareWebhook;
  #loop: Loop | null = null;
  #stopped = false;
  #unsubscribe = () => {};
  #reconciling: Promise<void> = Promise.resolve();
  /** The look that has not begun yet. */
  #waiting: Promise<void> | null = null;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    const { store, vault, clock, log, holder, leaseMs, endpointsOf, fetchFor, isLocal } = options;
    this.#health = new AccountHealth(store, clock, log);
    this.#deps = {
      clock,
      log,
      holder,
      leaseMs,
      leases: store.leases,
      endpointsOf,
      fetchFor,
      isLocal,
      credentialsOf: (channel) => vault.open(channel),
      stateOf: (id) => ({
        get: (key) => store.accountState.get(id, key),
        set: (key, value) => store.accountState.set(id, key, value),
      }),
      report: (account, report) => this.#health.report(account, report),
    };
    this.#share = createWebhookSharing({
      clock,
      log,
      siblingsOf: (account) => this.#siblingsOf(account),
      refresh: () => this.refresh(),
    });
  }

  /** Starts receiving for every active channel, and follows their changes. */
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

  /** Ends all streams and closes all connections; the platforms keep what they could not deliver. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    await this.#loop?.stop();
    await this.#reconciling;
    await Promise.all([...this.#accounts.values()].map(({ account }) => account.stop(false)));
    this.#accounts.clear();
    await this.#health.flush();
  }

  /** Brings the connections in line with what is stored now. All who ask before the next look begins share it. */
  refresh(): Promise<void> {
    if (this.#waiting) return this.#waiting;
    const next = this.#reconciling.then(() => {
      this.#waiting = null;
      return this.#reconcile();
    });
    this.#waiting = next;
    this.#reconciling = next.catch(() => {});
    return next;
  }

  /**
   * Makes a call on a channel's connection. Throws a `PlatformError`, or a `Refusal` when there is no connection. `about`: fields of
   * its lines in the log.
   */
  async call<T>(
    channel: ChannelRow,
    work: (connection: Connection, signal: AbortSignal) => Promise<T>,
    about: object = {},
  ): Promise<T> {
    const options = { ...this.#options, log: withFields(this.#options.log, about) };
    const account = await this.#accountOf(channel);
    const connection = await account.connection().catch((error: unknown) => {
      throw refusalOf(error, false);
    });
    try {
      const credentials = this.#options.vault.open(channel);
      const result = await measured(options, channel, () =>
        callPlatform({ ...options, credentials }, (signal) => work(connection, signal)),
      );
      this.#health.worked(account, channel);
      return result;
    } catch (error) {
      if (isPlatformError(error) && error.code === 'auth') this.#health.refused(account, error.explanation);
      throw error;
    }
  }

  /** Answers a request on the webhook address of an active channel. */
  async webhook(channel: ChannelRow, request: WebhookRequest): Promise<WebhookReply> {
    const account = await this.#accountOf(channel);
    const connection = await account.connection();
    if (!connection.webhook) {
      throw new Refusal(
        'unauthenticated',
        `Channel "${channel.channelId}" has no webhook, so nothing proves who calls: set PUBLIC_WEBHOOK_URL, and what the guide of its platform asks for.`,
      );
    }
    const reply = await connection.webhook(request);
    if (!reply.otherAccounts || reply.otherAccounts.length === 0) return reply;
    return (await this.#share(account, reply.otherAccounts, request)) ?? reply;
  }

  /** Asks the platform who credentials belong to and whether a chat can be reached with them. */
  async probe(
    platform: Platform,
    account: AccountId & { readonly targetChatId: string },
    credentials: Credentials,
  ): Promise<Probe> {
    return await probe(this.#deps, platform, account, credentials);
  }

  /** Writes what a test found to the channel's health. */
  async noteProbe(channel: ChannelRow, result: Probe): Promise<void> {
    await this.#health.noteProbe(channel, result);
  }

  /** Chats of the account behind credentials. Where channels are active their connection is asked: nothing opens a second stream. */
  async findChats(platform: Platform, account: AccountId, credentials: Credentials): Promise<FoundChats> {
    const name = accountName(account);
    await this.refresh();
    const connected = this.#accounts.get(name)?.account;
    return await findChats({ ...this.#options, credentials }, platform, this.#heard.of(name), async (ask) =>
      connected
        ? await ask(await connected.connection(), true)
        : await brieflyConnected(this.#deps, platform, account, credentials, (own) => ask(own, false)),
    );
  }

  /** Ids of other active channels with the same platform, target chat and credentials. */
  twins(channel: ChannelRow): string[] {
    const siblings = this.#accounts.get(accountName(channel))?.account.channels ?? [];
    return siblings
      .filter((other) => other.channelId !== channel.channelId && other.targetChatId === channel.targetChatId)
      .map((other) => other.channelId);
  }

  /** The address at which a channel's platform reports events; null without a public address. */
  async webhookUrl(
    channel: Pick<ChannelRow, 'organizationId' | 'platform' | 'channelId' | 'account'>,
  ): Promise<string | null> {
    const { publicUrl, isLocal } = this.#options;
    return publicUrl === null || (await isLocal(channel.platform, channel.account))
      ? null
      : `${publicUrl}/webhooks/${channel.organizationId}/${channel.platform}/${channel.channelId}`;
  }

  #siblingsOf({ id }: Account): Account[] {
    return [...this.#accounts.values()].flatMap(({ account: { id: other }, account }) =>
      other.organizationId === id.organizationId && other.platform === id.platform && other.account !== id.account
        ? account
        : [],
    );
  }

  async #accountOf(channel: ChannelRow): Promise<Account> {
    const name = accountName(channel);
    const known = () => this.#accounts.get(name)?.account;
    if (!known()?.channels.some((row) => row.channelId === channel.channelId)) await this.refresh();
    const account = known();
    // That no key opens the credentials is the reason that matters.
    if (!account) this.#options.vault.open(channel);
    if (!account) throw new Refusal('unavailable', `Channel "${channel.channelId}" is not connected; try again.`);
    return account;
  }

  async #reconcile(): Promise<void> {
    if (this.#stopped) return;
    const wanted = new Map<string, { channels: ChannelRow[]; fingerprint: string }>();
    for (const channel of await this.#options.store.channels.active()) {
      const name = accountName(channel);
      const entry = wanted.get(name);
      if (entry) {
        entry.channels.push(channel);
        continue;
      }
      const fingerprint = this.#fingerprint(channel);
      if (fingerprint !== null) wanted.set(name, { channels: [channel], fingerprint });
    }
    const gone = [...this.#accounts].filter(([name, entry]) => entry.fingerprint !== wanted.get(name)?.fingerprint);
    // A platform has one address per account: the old one must be given up before the new one is registered.
    await Promise.all(
      gone.map(async ([name, { account }]) => {
        this.#accounts.delete(name);
        await account.stop(!wanted.has(name));
      }),
    );
    for (const [name, { channels, fingerprint }] of wanted) {
      const entry = this.#accounts.get(name);
      if (entry) {
        entry.account.channels = channels;
        this.#health.repeat(entry.account);
      } else await this.#open(name, channels, fingerprint);
    }
  }

  async #open(name: string, channels: readonly ChannelRow[], fingerprint: string): Promise<void> {
    const [first] = channels;
    if (!first) return;
    const platform = await this.#options.platforms.load(first.platform);
    if (!platform) {
      this.#health.lost(channels, notLoaded(this.#options.platforms, first.platform));
      return;
    }
    const id: AccountId = { organizationId: first.organizationId, platform: first.platform, account: first.account };
    const account = new Account(id, platform, await this.webhookUrl(first), channels, this.#deps, (served) =>
      this.#listening(served),
    );
    this.#accounts.set(name, { account, fingerprint });
    account.start();
  }

  #listening(account: Account): DeliverEvents {
    const deliver = this.#options.deliver(account);
    return async (events) => {
      this.#heard.note(accountName(account.id), events);
      const outcomes = await deliver(events);
      this.#health.heard(account, events);
      return outcomes;
    };
  }

  /** Changes when a connection must be opened anew: other credentials, or another channel's webhook address. Null: they cannot be read. */
  #fingerprint(channel: ChannelRow): string | null {
    try {
      return `${channel.channelId} ${this.#options.vault.fingerprint(channel)}`;
    } catch {
      this.#health.lost([channel], unreadable);
      return null;
    }
  }
}
