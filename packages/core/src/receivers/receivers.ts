import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import type { Principal } from '../access/principal.js';
import { Refusal } from '../base/refusal.js';
import type { ListedReceivers, Receiver, ReceiverHistory, ReceiverState } from '../ports/service/receiver-store.js';
import { addressesOf } from './addresses.js';
import { byDay } from './by-day.js';
import type { Services } from '../ports/services.js';

export type ReceiversOptions = Pick<Services, 'store' | 'clock'>;

/** The time over which a receiver is looked at, and the length of the periods in which its attempts are counted. */
export interface ReceiverWindow {
  readonly windowMs: number;
  /** A multiple of five minutes. */
  readonly periodMs: number;
}

/** Which receivers a list has, and over which time their attempts are measured. */
export interface ReceiverFilter {
  readonly which: 'failing' | ListedReceivers;
  readonly windowMs: number;
  readonly limit: number;
  /** Continues after this destination; null: from the first one. Not for `failing`. */
  readonly after: string | null;
}

/** Reads, names, pauses and resumes receivers. A key that is limited to channels sees none, because a receiver can serve several. */
export class Receivers {
  readonly #options: ReceiversOptions;

  constructor(options: ReceiversOptions) {
    this.#options = options;
  }

  async list(principal: Principal, { which, windowMs, limit, after }: ReceiverFilter): Promise<Receiver[]> {
    if (principal.channels) return [];
    const { store } = this.#options;
    const { organizationId } = principal;
    const names =
      which === 'failing'
        ? (await store.deliveries.failingReceivers(organizationId, limit)).map(({ destination }) => destination)
        : await store.receivers.destinations(organizationId, which, { limit, after });
    return await this.#read(principal, names, windowMs);
  }

  /** `timeZone`: the canonical IANA name of the zone whose days are counted; null: none are. */
  async get(
    principal: Principal,
    destination: string,
    { windowMs, periodMs }: ReceiverWindow,
    timeZone: string | null,
  ): Promise<ReceiverHistory> {
    await this.require(principal, destination);
    const { receivers } = this.#options.store;
    const { organizationId } = principal;
    const now = this.#options.clock.now();
    const periods = periodsOf(now, { windowMs, periodMs });
    const [[receiver], lastFailure, deadByDay, newest, traffic] = await Promise.all([
      this.#read(principal, [destination], windowMs),
      receivers.lastFailure(organizationId, destination),
      timeZone === null
        ? null
        : receivers.deadByQuarterHour(organizationId, destination).then((counts) => byDay(counts, timeZone)),
      receivers.newest(organizationId, destination, new Date(now - windowMs)),
      receivers.traffic(organizationId, destination, periods[0] ?? new Date(now), periodMs),
    ]);
    if (!receiver) unknown(destination);
    return {
      ...receiver,
      lastFailure,
      deadByDay,
      addresses: addressesOf(newest),
      traffic: periods.map(
        (from) => traffic.find((one) => one.from.getTime() === from.getTime()) ?? { from, delivered: 0, failed: 0 },
      ),
    };
  }

  /** Null removes the name. */
  async rename(principal: Principal, destination: string, name: string | null): Promise<ReceiverState> {
    const { store, clock } = this.#options;
    await this.require(principal, destination);
    const entry = auditEntry(principal, clock, 'receiver.updated', destination);
    const { organizationId } = principal;
    await store.receivers.rename({ organizationId, destination, name }, (before) => ({
      ...entry,
      changes: changesBetween({ name: before }, { name }),
    }));
    return await this.#state(principal, destination);
  }

  /** Begins no attempt from its return on, on any instance. A paused receiver stays as it is. */
  async pause(principal: Principal, destination: string): Promise<ReceiverState> {
    const { store, clock } = this.#options;
    await this.require(principal, destination);
    const entry = auditEntry(principal, clock, 'receiver.paused', destination);
    const { organizationId, name } = principal;
    await store.receivers.pause({ organizationId, destination, pausedAt: entry.at, pausedBy: name }, entry);
    return await this.#state(principal, destination);
  }

  /** Makes attempts again. A receiver that is not paused stays as it is. */
  async resume(principal: Principal, destination: string): Promise<ReceiverState> {
    const { store, clock } = this.#options;
    await this.require(principal, destination);
    const entry = auditEntry(principal, clock, 'receiver.resumed', destination);
    await store.receivers.resume(principal.organizationId, destination, entry);
    return await this.#state(principal, destination);
  }

  /** Refuses a receiver that does not exist or that the principal does not see. */
  async require(principal: Principal, destination: string): Promise<void> {
    const { store } = this.#options;
    if (principal.channels || !(await store.receivers.exists(principal.organizationId, destination)))
      unknown(destination);
  }

  async #state({ organizationId }: Principal, destination: string): Promise<ReceiverState> {
    const [state] = await this.#options.store.receivers.states(organizationId, [destination]);
    return state ?? unknown(destination);
  }

  async #read({ organizationId }: Principal, names: readonly string[], windowMs: number): Promise<Receiver[]> {
    if (names.length === 0) return [];
    const { store, clock } = this.#options;
    const [states, figures] = await Promise.all([
      store.receivers.states(organizationId, names),
      store.receivers.figures(organizationId, names, new Date(clock.now() - windowMs)),
    ]);
    return states.flatMap((state, index) => {
      const own = figures[index];
      return own ? [{ ...state, ...own }] : [];
    });
  }
}

function unknown(destination: string): never {
  throw new Refusal(
    'not_found',
    `There is no receiver ${JSON.stringify(destination)}: it has no callbacks. GET /v1/receivers?state=all lists them.`,
  );
}

/** The begins of the periods of a window, the oldest first. The last one contains `now`. They begin at multiples of their length. */
function periodsOf(now: number, { windowMs, periodMs }: ReceiverWindow): Date[] {
  const count = windowMs / periodMs;
  const last = now - (now % periodMs);
  return Array.from({ length: count }, (_, place) => new Date(last - (count - 1 - place) * periodMs));
}
