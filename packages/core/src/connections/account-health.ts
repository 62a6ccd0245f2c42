import type { Clock, Logger, Store } from '../ports.js';
import { reasonOf } from '../loop.js';
import type { ChannelRow } from '../rows.js';
import type { Account } from './account.js';

interface Report {
  readonly state: 'ok' | 'failing';
  readonly detail: string | null;
}

/** Writes down how accounts fare, once per change and not once per report. */
export class AccountHealth {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #last = new WeakMap<Account, Report>();
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  report(account: Account, state: Report['state'], detail: string | null): void {
    const last = this.#last.get(account);
    if (last?.state === state && last.detail === detail) return;
    this.#last.set(account, { state, detail });
    const channels = account.channels.map((channel) => channel.channelId);
    if (state === 'failing')
      this.#log.warn({ platform: account.id.platform, channels, reason: detail }, 'Channels are failing');
    else if (last) this.#log.info({ platform: account.id.platform, channels }, 'Channels work again');
    this.#write(account.channels, { state, detail });
  }

  /** Applies the last report to channels that have joined the account since. */
  repeat(account: Account): void {
    const last = this.#last.get(account);
    if (!last) return;
    const others = account.channels.filter(
      (channel) => channel.health !== last.state || channel.healthDetail !== last.detail,
    );
    this.#write(others, last);
  }

  /** Channels that no account can serve. */
  lost(channels: readonly ChannelRow[], detail: string): void {
    this.#write(
      channels.filter((channel) => channel.healthDetail !== detail),
      { state: 'failing', detail },
    );
  }

  flush(): Promise<void> {
    return this.#writing;
  }

  #write(channels: readonly ChannelRow[], { state, detail }: Report): void {
    const [first] = channels;
    if (!first) return;
    const ids = channels.map((channel) => channel.channelId);
    const health = { state, detail, at: new Date(this.#clock.now()) };
    this.#writing = this.#writing
      .then(() => this.#store.channels.setHealth(first.organizationId, ids, health))
      .catch((error: unknown) =>
        this.#log.warn({ reason: reasonOf(error) }, "A channel's health could not be written"),
      );
  }
}
