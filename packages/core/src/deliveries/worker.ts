import { deliveryFields } from '../log-fields.js';
import { reasonOf, startLoop, type Loop } from '../loop.js';
import type { Logger } from '../ports.js';
import type { Store } from '../store.js';
import type { DeliveryRow, FailingReceiverRow } from '../rows.js';
import type { Meter } from '../meter.js';
import type { ReceiverReports, Settlement } from './delivery-store.js';
import { postEvent, type PostOptions } from './post-event.js';
import { nextAttempt } from './schedule.js';
import { Slots } from './slots.js';

const IDLE_MS = 1000;
/** How long running attempts may take when the gateway stops. */
export const CALLBACK_STOP_TIMEOUT_MS = 5000;

export interface DeliveryWorkerOptions extends PostOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly meter: Meter;
  readonly holder: string;
  readonly leaseMs: number;
  readonly schedule: readonly number[];
  readonly random: () => number;
}

/** Claims due deliveries from the outbox, posts them and records the results. Any number of instances may run it. */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  /** Claimed deliveries that are not recorded yet. Their claims are renewed. */
  readonly #held = new Set<DeliveryRow>();
  /** Running attempts. */
  readonly #attempts = new Map<DeliveryRow, Promise<void>>();
  readonly #slots = new Slots();
  readonly #abort = new AbortController();
  /** Attempts that ended since the last pass. */
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

  /** Claims nothing new, waits for running attempts up to `CALLBACK_STOP_TIMEOUT_MS`, and records all results. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#loop?.stop();
    const cancel = this.#options.clock.after(CALLBACK_STOP_TIMEOUT_MS, () => this.#abort.abort());
    await Promise.all(this.#attempts.values());
    cancel();
    await this.#record(this.#takeEnded());
    await this.#renewals?.stop();
  }

  /**
   * Records ended attempts and claims due deliveries in the same turn: on SQLite the two share a commit, and the next batch
   * accumulates during the commit.
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
    // A due delivery that was not claimed waits for its receiver, its lane or a slot. The end of an attempt wakes the loop.
    return next !== null && next > now ? next : this.#slots.nextRelease(now);
  }

  async #claim(now: number): Promise<number> {
    const { store, holder, leaseMs, clock } = this.#options;
    const limits = this.#slots.claimLimits(now);
    if (limits.limit === 0) return 0;
    const claimed = await store.deliveries.claim({
      now: new Date(now),
      until: new Date(now + leaseMs),
      ...limits,
      holder,
    });
    for (const delivery of claimed) {
      this.#held.add(delivery);
      this.#slots.begin(delivery.destination, clock.now());
      this.#attempts.set(delivery, this.#attempt(delivery));
    }
    return claimed.length;
  }

  #takeEnded(): Settlement[] {
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  /** An attempt that could not be recorded is repeated when its claim expires: delivery is at least once. */
  async #record(ended: readonly Settlement[]): Promise<void> {
    if (ended.length === 0) return;
    const { store, log } = this.#options;
    try {
      this.#report(await store.deliveries.settle(ended));
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'Attempts could not be recorded');
    }
    for (const { delivery } of ended) this.#held.delete(delivery);
  }

  /** Claims last only `leaseMs`, so that those of a crashed instance expire soon. Attempts may take longer, so claims are renewed. */
  async #renew(): Promise<null> {
    const { store, clock, leaseMs } = this.#options;
    if (this.#held.size > 0) await store.deliveries.renew([...this.#held], new Date(clock.now() + leaseMs));
    return null;
  }

  #report({ failing, recovered }: ReceiverReports): void {
    const { log } = this.#options;
    const about = ({ destination, failingSince, failures }: FailingReceiverRow) => ({
      destination,
      failing_since: failingSince.toISOString(),
      failed_attempts: failures,
    });
    for (const receiver of failing) {
      log.error({ ...about(receiver), reason: receiver.lastError }, 'A receiver has failed for at least 10 minutes');
    }
    for (const receiver of recovered) log.info(about(receiver), 'A receiver accepts callbacks again');
  }

  async #attempt(delivery: DeliveryRow): Promise<void> {
    const settlement = await this.#post(delivery);
    this.#options.meter.deliveryAttempt(settlement.next instanceof Date ? 'failed' : settlement.next);
    this.#attempts.delete(delivery);
    this.#slots.end(delivery.destination, settlement.timedOut, this.#options.clock.now());
    this.#ended.push(settlement);
    this.#loop?.wake();
  }

  async #post(delivery: DeliveryRow): Promise<Settlement> {
    const { clock, schedule, random, log } = this.#options;
    const { attempt, retryAfter, timedOut } = await postEvent(this.#options, delivery, this.#abort.signal);
    if (attempt.error === null) {
      const { status, durationMs: ms } = attempt;
      log.info({ ...deliveryFields(delivery), status, ms }, 'A callback was delivered');
      return { delivery, attempt, next: 'delivered', timedOut };
    }
    const next = nextAttempt(schedule, {
      attempts: delivery.attempts - delivery.replayedAfter,
      status: attempt.status,
      retryAfter,
      nowMs: clock.now(),
      random: random(),
    });
    log.warn(
      {
        ...deliveryFields(delivery),
        reason: attempt.error,
        next: next === 'dead' ? next : next.toISOString(),
      },
      next === 'dead' ? 'A callback is dead; it can be retried' : 'A callback failed; it will be retried',
    );
    return { delivery, attempt, next, timedOut };
  }
}
