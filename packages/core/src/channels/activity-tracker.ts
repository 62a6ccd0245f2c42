import { startLoop, type Loop } from '../base/loop.js';
import { PeriodCounts } from '../base/period-counts.js';
import type { ChannelActivity } from '../ports/service/channel-store.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import type { ChannelRow } from '../ports/rows.js';
import { TRAFFIC_PERIOD_MS } from './traffic.js';

const FLUSH_MS = 2000;
const kinds = ['asked', 'answered', 'received', 'refused'] as const;

type Channel = Pick<ChannelRow, 'organizationId' | 'channelId'>;
type Changing<Row> = { -readonly [Field in keyof Row]: Row[Field] };

/** Tracks when and how much channels were used, and stores it every two seconds instead of with every message. */
export class ActivityTracker {
  readonly #activity = new Map<string, Changing<ChannelActivity>>();
  readonly #traffic = new PeriodCounts<Channel, (typeof kinds)[number]>(kinds, TRAFFIC_PERIOD_MS);
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #loop: Loop;

  constructor(store: Store, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#loop = startLoop({ name: 'channel activity', clock, log, idleMs: 3_600_000, pass: () => this.flush() });
  }

  /** The platform accepted a post. `prompt`: the number of the prompt that it is about; null: none. */
  posted(channel: Channel, prompt: number | null): void {
    const entry = this.#of(channel);
    entry.outboundAt = new Date(this.#clock.now());
    entry.outboundPrompt = prompt;
    this.#count(channel, 'asked');
  }

  /** A post failed. */
  refused(channel: Channel): void {
    this.#count(channel, 'refused');
  }

  /** An event arrived from the chat. `occurredAt`: when it happened by the platform's clock, which may be ahead; default: now. */
  received(channel: Channel, occurredAt?: number): void {
    const entry = this.#of(channel);
    const at = this.#past(occurredAt);
    if (entry.inboundAt === null || entry.inboundAt < at) entry.inboundAt = at;
    this.#count(channel, 'received');
  }

  /** A person answered the prompt from the chat. `occurredAt`: as above. */
  answered(channel: Channel, prompt: number, occurredAt?: number): void {
    const entry = this.#of(channel);
    const at = this.#past(occurredAt);
    if (entry.answeredAt === null || entry.answeredAt <= at) {
      entry.answeredAt = at;
      entry.answeredPrompt = prompt;
    }
    this.#count(channel, 'answered');
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.flush();
  }

  /** Stores what was noted so far. */
  async flush(): Promise<null> {
    const activity = [...this.#activity.values()];
    const traffic = this.#traffic.take();
    this.#activity.clear();
    if (traffic.length > 0) await this.#store.channels.touch(activity, traffic);
    return null;
  }

  #past(occurredAt = Infinity): Date {
    return new Date(Math.min(this.#clock.now(), Number.isNaN(occurredAt) ? Infinity : occurredAt));
  }

  #of({ organizationId, channelId }: Channel): Changing<ChannelActivity> {
    const key = `${organizationId}/${channelId}`;
    const entry = this.#activity.get(key) ?? {
      organizationId,
      channelId,
      inboundAt: null,
      outboundAt: null,
      outboundPrompt: null,
      answeredAt: null,
      answeredPrompt: null,
    };
    this.#activity.set(key, entry);
    return entry;
  }

  #count({ organizationId, channelId }: Channel, kind: (typeof kinds)[number]): void {
    const now = this.#clock.now();
    this.#traffic.add({ organizationId, channelId }, kind, now);
    this.#loop.wakeAt(now + FLUSH_MS);
  }
}
