import type { AccountState, Connection, ConnectionContext, Platform } from '@gateway/platform-kit';
import { isPlatformError } from '@gateway/platform-kit';
import { pause } from '../base/loop.js';
import type { AccountId } from '../ports/system.js';
import type { LeaseStore } from '../ports/service/lease-store.js';
import type { ChannelRow } from '../ports/rows.js';
import { Refusal } from '../base/refusal.js';
import { adapterFailure } from './adapter-failure.js';
import type { Report } from './account-health.js';
import { adapterLog } from './adapter-log.js';
import { closeConnection, END_TIMEOUT_MS, inTime, late, openConnection } from './open-connection.js';
import { holdStream } from './stream.js';
import type { Services } from '../ports/services.js';

/** Dependencies of every account's connection. */
export interface AccountDeps extends Pick<Services, 'clock' | 'log'> {
  readonly leases: LeaseStore;
  readonly holder: string;
  readonly leaseMs: number;
  /** Rejects with a `PlatformError` when the account's platform cannot be reached from here. */
  readonly endpointsOf: EndpointsOf;
  readonly networkFor: NetworkFor;
  /** Whether the account's platform runs within this process (the sandbox): each instance has its own, without a public address. */
  readonly isLocal: (platform: string, account: string) => Promise<boolean>;
  readonly stateOf: (account: AccountId) => AccountState;
  readonly credentialsOf: (channel: ChannelRow) => Readonly<Record<string, string>>;
  readonly report: (account: Account, report: Report) => void;
  /** When a poll or heartbeat of an account's stream last succeeded, in milliseconds; null: this instance does not hold the stream. */
  readonly streamContact: (account: AccountId, at: number | null) => void;
}

/** What an account's adapter calls with what it received. */
export type Receivers = Pick<ConnectionContext, 'deliver' | 'reportDeliveries' | 'reportMoved'>;

/** The root addresses of an account's platform, by name. */
export type EndpointsOf = (platform: Platform, account: string) => Promise<Readonly<Record<string, string>>>;

/** The network of an account with these root addresses. */
export type NetworkFor = (
  platform: Platform,
  endpoints: Readonly<Record<string, string>>,
) => Pick<ConnectionContext, 'fetch' | 'connect' | 'openDispatcher'>;

const REGISTER_RETRY_MS = [1000, 5000, 15_000, 60_000] as const;

/** One bot account on this instance: its channels, its connection, and the stream or webhook that delivers its events. */
export class Account {
  readonly #deps: AccountDeps;
  readonly #receivers: (account: Account) => Receivers;
  readonly #stop = new AbortController();
  #connection: Promise<Connection> | null = null;
  #receiving: Promise<void> = Promise.resolve();

  constructor(
    readonly id: AccountId,
    readonly platform: Platform,
    /** The address to which the platform sends this account's events; null: there is none. */
    readonly webhookUrl: string | null,
    /** The channel whose credentials open the connection. */
    readonly owner: ChannelRow,
    /** The account's active channels, oldest first. Each reconciliation replaces the list. */
    public channels: readonly ChannelRow[],
    deps: AccountDeps,
    receivers: (account: Account) => Receivers,
  ) {
    this.#deps = deps;
    this.#receivers = receivers;
  }

  /** The open connection. Opened on first use, and again after it could not be opened. */
  connection(): Promise<Connection> {
    if (!this.#connection) {
      const opening = this.#open();
      opening.catch(() => {
        if (this.#connection === opening) this.#connection = null;
      });
      this.#connection = opening;
    }
    return this.#connection;
  }

  /** Starts receiving events: by the stream once this instance holds its lease, or by registering the webhook. */
  start(): void {
    this.#receiving = this.#receive();
  }

  /**
   * Ends the stream and closes the connection. `unregister`: also removes the webhook on the platform. Never rejects, and does not wait
   * for an adapter that hangs.
   */
  async stop(unregister: boolean): Promise<void> {
    const { clock, log } = this.#deps;
    const about = { platform: this.id.platform, channel_ids: this.channels.map(({ channelId }) => channelId) };
    this.#stop.abort();
    if ((await inTime(clock, this.#receiving, END_TIMEOUT_MS)) === late)
      log.warn({ ...about, ms: END_TIMEOUT_MS }, 'A connection did not stop receiving in time');
    const connection = await this.#connection?.catch(() => null);
    if (!connection) return;
    try {
      if (unregister)
        await inTime(
          clock,
          Promise.resolve(connection.unregister?.(AbortSignal.timeout(END_TIMEOUT_MS))),
          END_TIMEOUT_MS,
        );
    } catch (error) {
      this.#logFailure('The webhook could not be removed', error);
    }
    await closeConnection(this.#deps, connection, about, (error) => this.#failure(error));
  }

  async #open(): Promise<Connection> {
    const { id, platform, webhookUrl, owner } = this;
    const { endpointsOf, networkFor, stateOf, credentialsOf, clock, log } = this.#deps;
    const endpoints = await endpointsOf(platform, id.account);
    return await openConnection(clock, platform, {
      credentials: credentialsOf(owner),
      endpoints,
      webhookUrl,
      ...this.#receivers(this),
      state: stateOf(id),
      log: adapterLog(log, id),
      now: () => clock.now(),
      ...networkFor(platform, endpoints),
    });
  }

  async #receive(): Promise<void> {
    const { signal } = this.#stop;
    const { clock, report } = this.#deps;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        const connection = await this.connection();
        if (connection.start) return await this.#stream(connection);
        const isAccepted = connection.register && (await connection.register(signal)) !== 'unverified';
        if (connection.webhook && this.webhookUrl === null)
          return report(this, { state: 'unreachable', detail: this.#noPublicAddress() });
        return report(this, isAccepted ? { state: 'ok', remark: null } : { state: 'unknown' });
      } catch (error) {
        if (signal.aborted) return;
        report(this, { state: 'failing', detail: this.#logFailure('An account cannot be connected', error) });
        await pause(clock, REGISTER_RETRY_MS[Math.min(attempt, REGISTER_RETRY_MS.length - 1)] ?? 60_000, signal);
      }
    }
  }

  async #stream(connection: Connection): Promise<void> {
    const { clock, log, leases, holder, leaseMs, report, streamContact, isLocal } = this.#deps;
    const name = `stream:${accountName(this.id)}`;
    await holdStream({
      name: (await isLocal(this.id.platform, this.id.account)) ? `${name}@${holder}` : name,
      connection,
      leases,
      holder,
      leaseMs,
      clock,
      log,
      signal: this.#stop.signal,
      onUp: (remark) => report(this, { state: 'ok', remark: remark ?? null }),
      onDown: (detail) => report(this, { state: 'failing', detail }),
      onContact: () => streamContact(this.id, clock.now()),
      onEnd: () => streamContact(this.id, null),
      describeFailure: (error) => this.#failure(error),
    });
  }

  #noPublicAddress(): string {
    const { name } = this.platform;
    return `${name} must reach this gateway from the internet, and it has no public address, so no events arrive. Set PUBLIC_WEBHOOK_URL and restart.`;
  }

  /** Logs a failure and returns it as a sentence. */
  #logFailure(message: string, error: unknown): string {
    const about = { platform: this.id.platform, channel_ids: this.channels.map((channel) => channel.channelId) };
    if (isPlatformError(error) || error instanceof Refusal) {
      const reason = isPlatformError(error) ? error.explanation : error.detail;
      this.#deps.log.warn({ ...about, reason }, message);
      return reason;
    }
    this.#deps.log.error({ ...about, ...this.#failure(error) }, message);
    return `The adapter failed unexpectedly (${error instanceof Error ? error.name : 'unknown'}): the log has the details.`;
  }

  #failure(error: unknown): object {
    return adapterFailure(error, this.#deps.credentialsOf(this.owner));
  }
}

/** A unique name of an account. */
export function accountName(id: AccountId): string {
  return `${id.organizationId}/${id.platform}/${id.account}`;
}
