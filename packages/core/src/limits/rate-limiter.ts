import { createHash } from 'node:crypto';
import type { Logger } from '../ports/system.js';
import type { SharedUse } from '../ports/service/rate-limit-store.js';
import type { Quota, RateLimit } from '../base/refusal.js';

/** Subjects in memory, a few MB. Beyond it the one that was used least recently is dropped. */
const MAX_SUBJECTS = 20_000;
/** The part of the burst that an instance counts for itself before it shares a subject. */
const UNSHARED_PART = 0.1;
/** How much more than the burst the instances can have allowed together between two exchanges. Bounds the effect of wrong clocks. */
const MAX_DEBT_MS = 60_000;
/** A clock that goes back further makes the instance forget what it has counted. */
const MAX_STEP_BACK_MS = 1000;
const LOG_INTERVAL_MS = 60_000;
/** Differences of Unix times as floating-point numbers are not exact. */
const ROUNDING_MS = 0.01;

interface Usage {
  /** When the whole limit is available again, in Unix milliseconds. Each use moves it by the time that one use takes to refill. */
  emptyAt: number;
  /** How much of that only this instance knows, in milliseconds. */
  unshared: number;
  /** No refusal is logged before. */
  quietUntil: number;
}

/** One kind of limit, for many subjects: the generic cell rate algorithm, which stores one time for each of them. */
export class RateLimiter {
  /** From the least to the most recently used one. */
  readonly #usages = new Map<string, Usage>();
  readonly #toShare = new Set<string>();
  readonly #costMs: number;
  readonly #spanMs: number;
  #latestNow = 0;

  constructor(
    /** Its name in headers and metrics. */
    readonly policy: string,
    readonly limit: RateLimit,
  ) {
    this.#costMs = 60_000 / limit.perMinute;
    this.#spanMs = limit.burst * this.#costMs;
  }

  /** The largest number of milliseconds until the whole limit of a subject is available again. */
  get mostMs(): number {
    return this.#spanMs + MAX_DEBT_MS;
  }

  /** Milliseconds until the subject may be used again; 0: now. */
  waitMs(subject: string, now: number): number {
    const wait = this.#usedMs(subject, now) + this.#costMs - this.#spanMs;
    return wait > ROUNDING_MS ? wait : 0;
  }

  /** Counts a use, whether or not it is allowed. True: other instances must be told of it. */
  count(subject: string, now: number): boolean {
    const usedMs = this.#usedMs(subject, now) + this.#costMs;
    const usage = this.#usages.get(subject) ?? { emptyAt: 0, unshared: 0, quietUntil: 0 };
    usage.emptyAt = now + usedMs;
    usage.unshared = Math.min(usage.unshared + this.#costMs, usedMs);
    this.#usages.delete(subject);
    this.#usages.set(subject, usage);
    if (this.#usages.size > MAX_SUBJECTS) this.#dropOldest();
    const isShared = usedMs >= this.#spanMs * UNSHARED_PART;
    if (isShared) this.#toShare.add(subject);
    return isShared;
  }

  quota(subject: string, now: number): Quota {
    const usedMs = this.#usedMs(subject, now);
    return {
      policy: this.policy,
      limit: this.limit,
      remaining: Math.max(0, Math.floor((this.#spanMs - usedMs + ROUNDING_MS) / this.#costMs)),
      resetSec: Math.ceil(usedMs / 1000),
    };
  }

  /** Logs a refusal, once per subject and minute. */
  log(log: Logger, subject: string, fields: object, now: number): void {
    const usage = this.#usages.get(subject);
    if (usage && usage.quietUntil > now) return;
    if (usage) usage.quietUntil = now + LOG_INTERVAL_MS;
    log.warn(
      { limit: this.policy, per_minute: this.limit.perMinute, ...fields },
      'Requests over a rate limit are refused; this is logged once a minute',
    );
  }

  /** Takes the uses that other instances do not know yet. */
  takeUnshared(now: number): { subject: string; use: SharedUse }[] {
    const taken = [...this.#toShare].flatMap((subject) => {
      const usage = this.#usages.get(subject);
      const unshared = Math.min(usage?.unshared ?? 0, this.#usedMs(subject, now));
      const spentMs = Math.floor(unshared);
      if (!usage || spentMs === 0) return [];
      usage.unshared = unshared - spentMs;
      const hash = createHash('sha256').update(`${this.policy}:${subject}`).digest('hex');
      return [{ subject, use: { subject: hash, spentMs } }];
    });
    this.#toShare.clear();
    return taken;
  }

  /** Applies what all instances have used of a subject. */
  shared(subject: string, emptyAt: number): void {
    const usage = this.#usages.get(subject);
    // What was counted while the instances exchanged may be later than all that they know.
    if (usage) usage.emptyAt = Math.max(usage.emptyAt, emptyAt + usage.unshared);
  }

  /** Takes back uses that could not be shared. */
  notShared(subject: string, { spentMs }: SharedUse): void {
    const usage = this.#usages.get(subject);
    if (!usage) return;
    usage.unshared += spentMs;
    this.#toShare.add(subject);
  }

  #usedMs(subject: string, now: number): number {
    // The clock was set back. What was counted would block its subjects until the clock has caught up.
    if (now < this.#latestNow - MAX_STEP_BACK_MS) {
      this.#usages.clear();
      this.#toShare.clear();
    }
    this.#latestNow = now;
    const { emptyAt = now } = this.#usages.get(subject) ?? {};
    return Math.min(Math.max(0, emptyAt - now), this.mostMs);
  }

  #dropOldest(): void {
    const [oldest] = this.#usages.keys();
    if (oldest === undefined) return;
    this.#usages.delete(oldest);
    this.#toShare.delete(oldest);
  }
}
