import type { Run } from './runs.js';
import { MAX_PER_DESTINATION, type ClaimLimits } from './slots.js';

/** What a claim must look for. */
interface Expected {
  /** Any receiver may have due deliveries. */
  readonly anywhere: boolean;
  /** These receivers may have due deliveries. */
  readonly destinations: ReadonlySet<string>;
  /** These lanes have new deliveries. */
  readonly lanes: ReadonlySet<string>;
}

const nothing: Expected = { anywhere: false, destinations: new Set(), lanes: new Set() };

/**
 * Knows whether a claim can find anything: after an announcement, or for receivers that had more due deliveries than the last claim
 * could take. It saves claims; a mistake delays a delivery until the next idle look.
 */
export class Backlog {
  #expected = nothing;
  /** Lanes with new deliveries that no claim got yet: another instance holds them. */
  #blockedLanes: ReadonlySet<string> = new Set();

  /** Whether another instance holds a lane with deliveries that were stored here. */
  get hasBlockedLanes(): boolean {
    return this.#blockedLanes.size > 0;
  }

  /** All receivers are looked at now, and again after the idle time: blocked lanes need no earlier look. */
  addAll(): void {
    this.#blockedLanes = new Set();
    this.add();
  }

  get isEmpty(): boolean {
    return !this.#expected.anywhere && this.#expected.destinations.size === 0;
  }

  /** Any receiver may have due deliveries now. `lane`: has a new one. */
  add(lane?: string | null): void {
    const lanes = !lane ? this.#expected.lanes : new Set([...this.#expected.lanes, lane]);
    this.#expected = { ...this.#expected, anywhere: true, lanes };
  }

  /** Whether a new delivery to this receiver must wait for its turn. */
  includes(destination: string): boolean {
    return this.#expected.destinations.has(destination);
  }

  /** Whether a claim within these limits can find a delivery. */
  mayHave({ limit, skip }: ClaimLimits): boolean {
    if (limit === 0) return false;
    const { anywhere, destinations } = this.#expected;
    return anywhere || [...destinations].some((destination) => !skip.includes(destination));
  }

  /** A claim begins that will find everything known so far. */
  take(): Expected {
    const taken = this.#expected;
    this.#expected = nothing;
    return taken;
  }

  /** The claim failed. */
  putBack({ anywhere, destinations, lanes }: Expected): void {
    const now = this.#expected;
    this.#expected = {
      anywhere: anywhere || now.anywhere,
      destinations: new Set([...destinations, ...now.destinations]),
      lanes: new Set([...lanes, ...now.lanes]),
    };
  }

  /** What the claim may have left: receivers that were skipped or had as many deliveries as they could get. */
  claimed(taken: Expected, runs: readonly Run[], { limit, skip }: ClaimLimits): void {
    const claimedLanes = new Set(runs.map(([{ lane }]) => lane));
    this.#blockedLanes = new Set([...this.#blockedLanes, ...taken.lanes].filter((lane) => !claimedLanes.has(lane)));
    const counts = new Map<string, number>();
    for (const [{ destination }] of runs) counts.set(destination, (counts.get(destination) ?? 0) + 1);
    const full = [...counts].filter(([, count]) => count >= MAX_PER_DESTINATION).map(([destination]) => destination);
    this.putBack({ ...nothing, anywhere: runs.length >= limit, destinations: new Set([...skip, ...full]) });
  }
}
