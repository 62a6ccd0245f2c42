import type { Change, Changes, Clock } from '../ports/system.js';

/** How often a key or session in use is checked, in case the announcement of its end is lost. */
const CHECK_INTERVAL_MS = 4000;

export interface ValidityWatchOptions {
  readonly changes: Changes;
  readonly clock: Clock;
  /** Whether a change may have ended the key or session with this id. */
  readonly concerns: (change: Change, id: string) => boolean;
  /** Rejects when this cannot be checked now: the next check asks again. */
  readonly isValid: (organizationId: string, id: string) => Promise<boolean>;
}

/** One key or session that long requests use: checked once for all of them. */
interface Watched {
  readonly organizationId: string;
  /** Each ends one request. */
  readonly ends: Set<() => void>;
  cancel: () => void;
}

/** Ends long requests when the key or session that authorized them has ended. */
export class ValidityWatch {
  readonly #options: ValidityWatchOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #unsubscribe: () => void;

  constructor(options: ValidityWatchOptions) {
    this.#options = options;
    this.#unsubscribe = options.changes.subscribe((change) => {
      for (const id of this.#watched.keys())
        if (change.kind === 'everything' || options.concerns(change, id)) void this.#check(id);
    });
  }

  /** A signal that aborts with `signal`, or soon after the key or session has ended. */
  whileValid(organizationId: string, id: string, signal: AbortSignal): AbortSignal {
    if (signal.aborted) return signal;
    const ended = new AbortController();
    const watched = this.#watched.get(id) ?? this.#watch(organizationId, id);
    const end = (): void => {
      signal.removeEventListener('abort', end);
      watched.ends.delete(end);
      if (watched.ends.size === 0) this.#unwatch(id, watched);
      ended.abort();
    };
    watched.ends.add(end);
    signal.addEventListener('abort', end, { once: true });
    return ended.signal;
  }

  stop(): void {
    this.#unsubscribe();
    for (const { cancel } of this.#watched.values()) cancel();
    this.#watched.clear();
  }

  #watch(organizationId: string, id: string): Watched {
    const cancel = this.#options.clock.after(CHECK_INTERVAL_MS, () => void this.#check(id));
    const watched = { organizationId, ends: new Set<() => void>(), cancel };
    this.#watched.set(id, watched);
    return watched;
  }

  #unwatch(id: string, watched: Watched): void {
    watched.cancel();
    if (this.#watched.get(id) === watched) this.#watched.delete(id);
  }

  async #check(id: string): Promise<void> {
    const watched = this.#watched.get(id);
    if (!watched) return;
    const isValid = await this.#options.isValid(watched.organizationId, id).catch(() => true);
    if (this.#watched.get(id) !== watched) return;
    watched.cancel();
    if (isValid) watched.cancel = this.#options.clock.after(CHECK_INTERVAL_MS, () => void this.#check(id));
    else for (const end of watched.ends) end();
  }
}
