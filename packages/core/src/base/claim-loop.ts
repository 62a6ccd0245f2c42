import { pause, startLoop, type Loop, type LoopOptions } from './loop.js';

export interface ClaimLoopOptions<Claimed> extends Omit<LoopOptions, 'pass'> {
  /** Work at the same time, with reservations. */
  readonly slots: number;
  /** How long running work may take when the loop stops, in milliseconds. Null: until it has ended. */
  readonly stopMs: number | null;
  /** Claims at most `limit` of what is due. `due`: the sleep has ended, so look for everything. */
  readonly claim: (limit: number, due: boolean) => Promise<readonly Claimed[]>;
  /** Does what was claimed. Must not reject. What could not be recorded is due again when its claim expires. */
  readonly work: (claimed: Claimed) => Promise<void>;
  /** Records together what has ended since the last call. Must not reject. Absent: `work` records its result. */
  readonly record?: () => Promise<void>;
  /** When something is due that was not due at `now`; null: nothing is known. It is asked when the sleep has ended. */
  readonly nextDue: (now: Date) => Promise<Date | null>;
}

/** A slot for work that a transaction claims itself. Must be called once. Null: nothing was claimed. */
export type Reservation<Claimed> = (claimed: Claimed | null) => void;

/** Claims due work in the database up to the free slots, and does it in parallel. Any number of instances may run it. */
export class ClaimLoop<Claimed> {
  readonly #options: ClaimLoopOptions<Claimed>;
  /** Running work and reservations: each has a slot. */
  readonly #running = new Set<Promise<void>>();
  /** Work without a slot. */
  readonly #beside = new Set<Promise<void>>();
  /** Whether something may be due that was not claimed. */
  #mayBeDue = false;
  /** Whether the last claim filled all slots. */
  #isFull = false;
  /** The earliest time of `wakeAt`, in milliseconds. */
  #nextAt = Infinity;
  #loop: Loop | null = null;
  #state: 'new' | 'started' | 'stopping' | 'stopped' = 'new';

  constructor(options: ClaimLoopOptions<Claimed>) {
    this.#options = options;
  }

  get isStarted(): boolean {
    return this.#state === 'started';
  }

  start(): void {
    this.#state = 'started';
    this.#loop = startLoop({ ...this.#options, pass: (due) => this.#pass(due) });
  }

  /** Something may be due. What other instances make due is found by polling. */
  wake(): void {
    this.#mayBeDue = true;
    this.#loop?.wake();
  }

  /** Something is due again at `time` (milliseconds). */
  wakeAt(time: number): void {
    this.#nextAt = Math.min(this.#nextAt, time);
    this.#loop?.wakeAt(time);
  }

  /** Takes a slot, so that the work needs no claim of its own. Null: it waits for its turn. */
  reserve(): Reservation<Claimed> | null {
    if (!this.isStarted || this.#freeSlots <= 0) return null;
    let end = () => {};
    const reserved = new Promise<void>((resolve) => (end = resolve));
    this.#running.add(reserved);
    return (claimed) => {
      this.#running.delete(reserved);
      if (claimed !== null) this.#begin(claimed);
      else if (this.#mayBeDue) this.#loop?.wake();
      end();
    };
  }

  /** A stop waits for this, too. It has no slot. Must not reject. */
  beside(work: Promise<void>): void {
    this.#beside.add(work);
    void work.finally(() => this.#beside.delete(work));
  }

  /** Claims nothing new, waits for running work up to `stopMs`, and records the results. */
  async stop(): Promise<void> {
    const { clock, stopMs, record } = this.#options;
    this.#state = 'stopping';
    await this.#loop?.stop();
    const over = new AbortController();
    await Promise.race([this.#allEnded(), ...(stopMs === null ? [] : [pause(clock, stopMs, over.signal)])]);
    over.abort();
    this.#state = 'stopped';
    await record?.();
  }

  get #freeSlots(): number {
    return this.#options.slots - this.#running.size;
  }

  /**
   * Records and claims in the same turn: on SQLite the two share a commit, and the next results accumulate during the commit. With a backlog
   * it claims afterwards: one statement then fills all slots that became free meanwhile.
   */
  async #pass(due: boolean): Promise<number | null> {
    const { clock, claim, record, nextDue } = this.#options;
    const now = clock.now();
    const recorded = record?.();
    try {
      this.#mayBeDue ||= due;
      if (this.#isFull) await recorded;
      const limit = this.#freeSlots;
      if (this.#mayBeDue && limit > 0) {
        this.#mayBeDue = false;
        const claimed = await claim(limit, due);
        // What is left waits for a free slot.
        this.#isFull = claimed.length >= limit;
        this.#mayBeDue ||= this.#isFull;
        for (const each of claimed) this.#begin(each);
      }
    } finally {
      await recorded;
    }
    if (now >= this.#nextAt) this.#nextAt = Infinity;
    // What waits for a slot is overdue: the end of other work wakes the loop for it.
    const next = due && !this.#mayBeDue ? await nextDue(new Date(now)) : null;
    return Math.min(next?.getTime() ?? Infinity, this.#nextAt);
  }

  #begin(claimed: Claimed): void {
    const { work, record } = this.#options;
    if (this.#state === 'stopped') return;
    const running = work(claimed).finally(() => {
      this.#running.delete(running);
      if (record || this.#mayBeDue) this.#loop?.wake();
    });
    this.#running.add(running);
  }

  async #allEnded(): Promise<void> {
    while (this.#running.size + this.#beside.size > 0) await Promise.all([...this.#running, ...this.#beside]);
  }
}
