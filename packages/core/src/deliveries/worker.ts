import { setMaxListeners } from 'node:events';
import { deliveryFields } from '../base/log-fields.js';
import { ClaimLoop } from '../base/claim-loop.js';
import { reasonOf, startLoop, type Loop } from '../base/loop.js';
import type { DeliveryRow, FailingReceiverRow } from '../ports/rows.js';
import type { Meter } from '../base/meter.js';
import type { Tracing } from '../tracing/tracing.js';
import type { DeliveryHolder, ReceiverReports, Settlement } from '../ports/service/delivery-store.js';
import { AttemptCounts } from './attempt-counts.js';
import { Backlog } from './backlog.js';
import { EndedAttempts } from './ended-attempts.js';
import { PausedReceivers } from './paused-receivers.js';
import { sendEvent, type SendOptions } from './send-event.js';
import { measured } from './measured.js';
import { runsOf, type Run } from './runs.js';
import { nextAttempt } from './schedule.js';
import { Slots, type ClaimLimits } from './slots.js';
import type { Services } from '../ports/services.js';

const IDLE_MS = 1000;
/** Deliveries of a lane in one claim. A crash repeats at most this many of them. */
const MAX_PER_LANE = 16;
/** How long an accepted delivery of a lane waits at most to be recorded together with those that follow. */
const MAX_UNRECORDED_MS = 100;
/** How long running attempts may take when the gateway stops. */
export const CALLBACK_STOP_TIMEOUT_MS = 5000;

export interface DeliveryWorkerOptions extends SendOptions, Pick<Services, 'store' | 'log'> {
  readonly meter: Meter;
  readonly tracing: Tracing;
  readonly holder: string;
  readonly leaseMs: number;
  readonly schedule: readonly number[];
  readonly random: () => number;
}

/** A slot for a delivery that is about to be inserted as claimed. */
export interface ReservedAttempt {
  readonly claim: DeliveryHolder;
  /** Must be called once. Attempts the delivery; null: none was inserted as claimed. */
  end(delivery: DeliveryRow | null): void;
}

/** Claims due deliveries from the outbox, posts them and records the results. Any number of instances may run it. */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  /** Claimed deliveries that are not recorded yet, with the time at which the claim expires. Claims are renewed. */
  readonly #held = new Map<DeliveryRow, number>();
  readonly #loop: ClaimLoop<Run>;
  /** Lanes of which this instance holds deliveries. */
  readonly #lanes = new Set<string>();
  readonly #paused = new PausedReceivers();
  readonly #slots = new Slots();
  readonly #backlog = new Backlog();
  readonly #counts: AttemptCounts;
  readonly #abort = new AbortController();
  /** Attempts that ended since the last pass. */
  #ended = new EndedAttempts();
  /** The record of the attempts that were the last ones of their lanes. */
  #lanesRecorded: Promise<void> = Promise.resolve();
  #renewals: Loop | null = null;
  #unsubscribe = () => {};

  constructor(options: DeliveryWorkerOptions) {
    this.#options = options;
    // Each running attempt listens.
    setMaxListeners(0, this.#abort.signal);
    const { clock, log, store, random } = options;
    this.#counts = new AttemptCounts(options);
    this.#loop = new ClaimLoop({
      name: 'deliveries',
      clock,
      log,
      // Less than a second, so that instances do not look at the same time.
      idleMs: IDLE_MS * (1 - random() / 4),
      // `#slots` limits them for each receiver.
      slots: Infinity,
      stopMs: null,
      claim: (_limit, due) => this.#claim(due),
      work: (run) => this.#attempt(run),
      record: () => this.#record(),
      // Those that wait for their receiver, their lane or a slot are overdue and not asked for: the end of an attempt wakes the loop for them.
      nextDue: (now) => store.deliveries.nextDue(now),
    });
  }

  start(): void {
    const { clock, log, store, leaseMs } = this.#options;
    this.#loop.start();
    this.#renewals = startLoop({ name: 'delivery claims', clock, log, idleMs: leaseMs / 3, pass: () => this.#renew() });
    this.#unsubscribe = store.changes.subscribe((change) => {
      if (change.kind === 'everything') this.#look();
      // Another instance may have recorded the last deliveries that it held of a lane.
      else if (change.kind === 'event' && this.#backlog.hasBlockedLanes) this.#look();
      // The next deliveries of a lane are found when the present ones are recorded.
      else if (change.kind === 'delivery' && !(change.lane && this.#lanes.has(change.lane))) this.#look(change.lane);
      else if (change.kind === 'receiver' && !this.#paused.set(change)) this.#look();
    });
  }

  /**
   * Takes a slot for the first attempt of a delivery to this receiver, so that it needs no claim of its own. Null: the delivery must
   * wait for its turn.
   */
  reserve(destination: string): ReservedAttempt | null {
    const { clock, holder, leaseMs } = this.#options;
    const now = clock.now();
    const limits = this.#slots.claimLimits(now);
    const mustWait = limits.limit === 0 || limits.skip.includes(destination) || this.#backlog.includes(destination);
    const end = mustWait ? null : this.#loop.reserve();
    if (!end) return null;
    this.#slots.begin(destination, now);
    return {
      claim: { holder, until: new Date(now + leaseMs) },
      end: (delivery) => {
        if (delivery) this.#held.set(delivery, delivery.runAt.getTime());
        else {
          this.#slots.end(destination, false, clock.now());
          this.#loop.wake();
        }
        end(delivery && [delivery]);
      },
    };
  }

  /** Claims nothing new, waits for running attempts up to `CALLBACK_STOP_TIMEOUT_MS`, and records all results. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    const cancel = this.#options.clock.after(CALLBACK_STOP_TIMEOUT_MS, () => this.#abort.abort());
    await this.#loop.stop();
    cancel();
    await this.#renewals?.stop();
    await this.#counts.stop();
  }

  /** There may be due deliveries that this instance did not know of. */
  #look(lane?: string | null): void {
    this.#backlog.add(lane);
    this.#loop.wake();
  }

  /** Looks in the database only if a delivery may be due that may be attempted now. */
  async #claim(due: boolean): Promise<readonly Run[]> {
    // The next deliveries of an ended lane can be claimed only after that.
    await this.#lanesRecorded;
    const now = this.#options.clock.now();
    if (due) this.#backlog.addAll();
    const limits = this.#slots.claimLimits(now);
    const claimed = this.#backlog.mayHave(limits) ? await this.#claimWithin(limits, now) : [];
    const release = this.#backlog.isEmpty ? null : this.#slots.nextRelease(now);
    if (release !== null) this.#loop.wakeAt(release);
    return claimed;
  }

  async #claimWithin(limits: ClaimLimits, now: number): Promise<readonly Run[]> {
    const { store, holder, leaseMs, clock } = this.#options;
    const taken = this.#backlog.take();
    const claimed = await store.deliveries
      .claim({ now: new Date(now), until: new Date(now + leaseMs), ...limits, perLane: MAX_PER_LANE, holder })
      .catch((error: unknown) => {
        this.#backlog.putBack(taken);
        throw error;
      });
    const runs = runsOf(claimed);
    this.#backlog.claimed(taken, runs, limits);
    for (const run of runs) {
      const [{ destination, lane }] = run;
      for (const delivery of run) this.#held.set(delivery, now + leaseMs);
      if (lane !== null) this.#lanes.add(lane);
      this.#slots.begin(destination, clock.now());
    }
    return runs;
  }

  #record(): Promise<void> {
    const ended = this.#ended;
    this.#ended = new EndedAttempts();
    for (const { lane } of ended.endedLanes) this.#lanes.delete(lane);
    if (ended.nextDue < Infinity) this.#loop.wakeAt(ended.nextDue);
    const recorded = this.#settle(ended);
    if (ended.endedLanes.length > 0) this.#lanesRecorded = recorded;
    return recorded;
  }

  /** An attempt that could not be recorded is repeated when its claim expires: delivery is at least once. */
  async #settle(ended: EndedAttempts): Promise<void> {
    if (ended.isEmpty) return;
    const { store, log } = this.#options;
    try {
      const settled = await store.deliveries.settle(ended.settlements, ended);
      this.#report(settled);
      // A failure or a recovery changes how many deliveries the receiver may get.
      if (settled.laneContinues || settled.accepting || ended.nextDue < Infinity) this.#look();
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'Attempts could not be recorded');
    }
    for (const delivery of ended.deliveries()) this.#held.delete(delivery);
  }

  /** Claims last only `leaseMs`, so that those of a crashed instance expire soon. Attempts may take longer, so claims are renewed. */
  async #renew(): Promise<null> {
    const { store, clock, leaseMs } = this.#options;
    if (this.#held.size === 0) return null;
    const renewed = [...this.#held.keys()];
    const until = clock.now() + leaseMs;
    await store.deliveries.renew(renewed, new Date(until));
    for (const delivery of renewed) if (this.#held.has(delivery)) this.#held.set(delivery, until);
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

  /** Posts the deliveries one after the other, each after the one before it was accepted. The others are released. */
  async #attempt(run: Run): Promise<void> {
    const { clock, meter } = this.#options;
    const waiting = [...run];
    let accepted: Settlement[] = [];
    let cancelRecording: (() => void) | null = null;
    let last: Settlement | null = null;
    const recordAccepted = () => {
      cancelRecording = null;
      this.#ended.settlements.push(...accepted);
      accepted = [];
      this.#loop.wake();
    };
    while (waiting[0] && this.#mayAttempt(waiting[0], last)) {
      last = await this.#post(waiting[0]);
      waiting.shift();
      meter.deliveryAttempt(measured(last, clock.now()));
      this.#counts.add(last.delivery, last.next === 'delivered' ? 'delivered' : 'failed');
      accepted.push(last);
      if (waiting.length > 0) cancelRecording ??= clock.after(MAX_UNRECORDED_MS, recordAccepted);
    }
    cancelRecording?.();
    const [{ destination }] = run;
    this.#slots.end(destination, last?.timedOut ?? false, clock.now());
    this.#ended.endRun(last?.delivery ?? run[0], waiting);
    recordAccepted();
  }

  /** A later delivery of a lane needs the success of the one before it, and a claim that no other instance can have taken over. */
  #mayAttempt(delivery: DeliveryRow, last: Settlement | null): boolean {
    if (last === null) return true;
    const isHeld = (this.#held.get(delivery) ?? 0) > this.#options.clock.now();
    const isStopped = !this.#loop.isStarted || this.#paused.has(delivery.destination);
    return last.next === 'delivered' && isHeld && !isStopped;
  }

  async #post(delivery: DeliveryRow): Promise<Settlement> {
    const { clock, schedule, random, log, tracing } = this.#options;
    const about = deliveryFields(delivery);
    const span = tracing.start({ name: 'callback', kind: 'client', parent: delivery.trace, fields: about });
    const { attempt, retryAfter, timedOut } = await sendEvent(this.#options, delivery, this.#abort.signal, span.trace);
    span.end(attempt.error, { 'http.response.status_code': attempt.status });
    if (attempt.error === null) {
      const { status, durationMs: ms } = attempt;
      log.info({ ...about, status, ms }, 'A callback was delivered');
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
        ...about,
        reason: attempt.error,
        next: next === 'dead' ? next : next.toISOString(),
      },
      next === 'dead' ? 'A callback is dead; it can be retried' : 'A callback failed; it will be retried',
    );
    return { delivery, attempt, next, timedOut };
  }
}
