import { startLoop, type Loop } from '../base/loop.js';
import type { ChannelActivity } from '../ports/service/channel-store.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import type { ChannelRow } from '../ports/rows.js';

const FLUSH_MS = 2000;

/** Tracks when channels were last used, and stores it every two seconds instead of with every message. */
export class ActivityTracker {
  readonly #pending = new Map<
    string,
    { organizationId: string; channelId: string; inboundAt: Date | null; outboundAt: Date | null }
  >();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #loop: Loop;

  constructor(store: Store, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#loop = startLoop({ name: 'channel activity', clock, log, idleMs: 3_600_000, pass: () => this.flush() });
  }

  /** `occurredAt`: when it happened by the platform's clock, which may be ahead; default: now. */
  note(
    channel: Pick<ChannelRow, 'organizationId' | 'channelId'>,
    direction: 'inbound' | 'outbound',
    occurredAt = Infinity,
  ): void {
    const { organizationId, channelId } = channel;
    const key = `${organizationId}/${channelId}`;
    const entry = this.#pending.get(key) ?? { organizationId, channelId, inboundAt: null, outboundAt: null };
    const field = direction === 'inbound' ? 'inboundAt' : 'outboundAt';
    const at = new Date(Math.min(this.#clock.now(), Number.isNaN(occurredAt) ? Infinity : occurredAt));
    if (entry[field] === null || entry[field] < at) entry[field] = at;
    this.#pending.set(key, entry);
    this.#loop.wakeAt(this.#clock.now() + FLUSH_MS);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.flush();
  }

  /** Stores what was noted so far. */
  async flush(): Promise<null> {
    const entries: ChannelActivity[] = [...this.#pending.values()];
    this.#pending.clear();
    if (entries.length > 0) await this.#store.channels.touch(entries);
    return null;
  }
}
