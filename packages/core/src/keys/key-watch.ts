import type { Changes, Clock } from '../ports.js';
import type { KeyStore } from './key-store.js';
import type { Principal } from './principal.js';

/** How often a key is looked at while it is used, should the announcement of its revocation not arrive. */
const LOOK_MS = 4000;

/** One key in use by requests that last: looked at once for all of them. */
interface Watched {
  readonly organizationId: string;
  /** Ends one request each. */
  readonly ends: Set<() => void>;
  cancel: () => void;
}

/** Ends requests that last when their key is revoked. */
export class KeyWatch {
  readonly #keys: Pick<KeyStore, 'get'>;
  readonly #clock: Clock;
  readonly #watched = new Map<string, Watched>();
  readonly #unsubscribe: () => void;

  constructor(keys: Pick<KeyStore, 'get'>, changes: Changes, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
    this.#unsubscribe = changes.subscribe((change) => {
      if (change.kind === 'everything') for (const keyId of this.#watched.keys()) void this.#look(keyId);
      else if (change.kind === 'key') void this.#look(change.id);
    });
  }

  /** A signal that aborts with `signal`, or soon after the principal's key was revoked. */
  whileValid({ organizationId, keyId }: Principal, signal: AbortSignal): AbortSignal {
    if (keyId === null || signal.aborted) return signal;
    const ended = new AbortController();
    const watched = this.#watched.get(keyId) ?? this.#begin(organizationId, keyId);
    const end = (): void => {
      signal.removeEventListener('abort', end);
      watched.ends.delete(end);
      if (watched.ends.size === 0) this.#end(keyId, watched);
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

  #begin(organizationId: string, keyId: string): Watched {
    const cancel = this.#clock.after(LOOK_MS, () => void this.#look(keyId));
    const watched = { organizationId, ends: new Set<() => void>(), cancel };
    this.#watched.set(keyId, watched);
    return watched;
  }

  #end(keyId: string, watched: Watched): void {
    watched.cancel();
    if (this.#watched.get(keyId) === watched) this.#watched.delete(keyId);
  }

  async #look(keyId: string): Promise<void> {
    const watched = this.#watched.get(keyId);
    if (!watched) return;
    // A database that cannot say is no reason to end: the next look asks again.
    const key = await this.#keys.get(watched.organizationId, keyId).catch(() => undefined);
    if (this.#watched.get(keyId) !== watched) return;
    watched.cancel();
    if (key === null || (key && key.revokedAt !== null)) for (const end of watched.ends) end();
    else watched.cancel = this.#clock.after(LOOK_MS, () => void this.#look(keyId));
  }
}
