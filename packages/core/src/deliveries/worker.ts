import { reasonOf, startLoop, type Loop } from '../loop.js';
import type { Logger, Store } from '../ports.js';
import type { DeliveryRow } from '../rows.js';
import type { Meter } from '../meter.js';
import type { Settlement } from './delivery-store.js';
import { postEvent, type PostOptions } from './post-event.js';
import { nextAttempt } from './schedule.js';

/** Deliveries under way at once. */
const SLOTS = 128;
/** One claim takes at most this many for a receiver, and none for one that has more under way: a receiver that hangs holds 32 slots at most. */
const SHARE = 16;
const IDLE_MS = 1000;
const SHUTDOWN_PATIENCE_MS = 3000;

export interface DeliveryWorkerOptions extends PostOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly meter: Meter;
  readonly holder: string;
  readonly leaseMs: number;
  readonly schedule: readonly number[];
  readonly random: () => number;
}

/** Takes due deliveries from the outbox, posts them and records what came of it. Any number of instances may do so. */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  /** Claimed and not yet recorded: their claims are kept alive. */
  readonly #held = new Set<DeliveryRow>();
  /** What is being posted. */
  readonly #attempts = new Map<DeliveryRow, Promise<void>>();
  readonly #abort = new AbortController();
  /** What has ended since the last pass. */
  #ended: Settlement[] = [];
  #loop: Loop | null = null;
  #renewals: Loop | null = null;
  #unsubscribe = () => {};

  constructor(options: DeliveryWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, log, store, leaseMs } = this.#options;
    this.#loop = startLoop({ name: 'deliveries', clock, log, idleMs: IDLE_MS, pass: () => this.#pass() });
    this.#renewals = startLoop({ name: 'delivery claims', clock, log, idleMs: leaseMs / 3, pass: () => this.#renew() });
    this.#unsubscribe = store.changes.subscribe((change) => {
      if (change.kind === 'delivery' || change.kind === 'everything') this.#loop?.wake();
    });
  }

  /** Takes nothing new, lets attempts under way end for a while, and records them all. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#loop?.stop();
    const cancel = this.#options.clock.after(SHUTDOWN_PATIENCE_MS, () => this.#abort.abort());
    await Promise.all(this.#attempts.values());
    cancel();
    await this.#record(this.#takeEnded());
    await this.#renewals?.stop();
  }

  /**
   * Records what has ended and claims what is due in the same turn: on the embedded database the two share a commit, and while it
   * is under way the next batch gathers.
   */
  async #pass(): Promise<number | null> {
    const { store, clock } = this.#options;
    const ended = this.#takeEnded();
    const recorded = this.#record(ended);
    const now = clock.now();
    let claimed: number;
    try {
      claimed = await this.#claim(now);
    } finally {
      await recorded;
    }
    if (claimed > 0 || ended.length > 0) return clock.now();
    const next = (await store.deliveries.nextDue())?.getTime() ?? null;
    // What is due but was not claimed waits for its receiver or its lane: the end of an attempt wakes the loop.
    return next !== null && next > now ? next : null;
  }

  async #claim(now: number): Promise<number> {
    const { store, holder, leaseMs } = this.#options;
    const limit = SLOTS - this.#attempts.size;
    if (limit === 0) return 0;
    const claimed = await store.deliveries.claim({
      now: new Date(now),
      until: new Date(now + leaseMs),
      limit,
      perDestination: SHARE,
      skip: this.#busyDestinations(),
      holder,
    });
    for (const delivery of claimed) {
      this.#held.add(delivery);
      this.#attempts.set(delivery, this.#attempt(delivery));
    }
    return claimed.length;
  }

  #takeEnded(): Settlement[] {
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  /** Unrecorded, an attempt is repeated when its claim runs out: at least once, never lost. */
  async #record(ended: readonly Settlement[]): Promise<void> {
    if (ended.length === 0) return;
    const { store, log } = this.#options;
    try {
      await store.deliveries.settle(ended);
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'Attempts could not be recorded');
    }
    for (const { delivery } of ended) this.#held.delete(delivery);
  }

  /** Claims live only `leaseMs`, so that a dead instance's come back soon; attempts may take longer. */
  async #renew(): Promise<null> {
    const { store, clock, leaseMs } = this.#options;
    if (this.#held.size > 0) await store.deliveries.renew([...this.#held], new Date(clock.now() + leaseMs));
    return null;
  }

  #busyDestinations(): string[] {
    const counts = new Map<string, number>();
    for (const { destination } of this.#attempts.keys()) counts.set(destination, (counts.get(destination) ?? 0) + 1);
    return [...counts].filter(([, count]) => count > SHARE).map(([destination]) => destination);
  }

  async #attempt(delivery: DeliveryRow): Promise<void> {
    const settlement = await this.#post(delivery);
    this.#options.meter.deliveryAttempt(settlement.next instanceof Date ? 'failed' : settlement.next);
    this.#attempts.delete(delivery);
    this.#ended.push(settlement);
    this.#loop?.wake();
  }

  async #post(delivery: DeliveryRow): Promise<Settlement> {
    const { clock, schedule, random, log } = this.#options;
    const { attempt, retryAfter } = await postEvent(this.#options, delivery, this.#abort.signal);
    if (attempt.error === null) return { delivery, attempt, next: 'delivered' };
    const next = nextAttempt(schedule, {
      attempts: delivery.attempts - delivery.replayedAfter,
      status: attempt.status,
      retryAfter,
      nowMs: clock.now(),
      random: random(),
    });
    log.warn(
      {
        event: delivery.id,
        channel: delivery.channelId,
        attempt: delivery.attempts,
        reason: attempt.error,
        next: next === 'dead' ? next : next.toISOString(),
      },
      next === 'dead'
        ? 'A callback is given up; it can be replayed'
        : 'A callback was not taken; it will be tried again',
    );
    return { delivery, attempt, next };
  }
}
