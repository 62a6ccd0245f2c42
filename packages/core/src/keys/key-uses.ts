import { reasonOf, startLoop, type Loop } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import type { KeyRow, KeyStore, KeyUse } from '../ports/people/key-store.js';

const FLUSH_MS = 5000;
const MINUTE_MS = 60_000;

/** Tracks the minute in which keys were last used, and stores it every five seconds instead of with every request. */
export class KeyUses {
  readonly #pending = new Map<string, KeyUse>();
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #loop: Loop;

  constructor(store: KeyStore, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#loop = startLoop({ name: 'key uses', clock, log, idleMs: 3_600_000, pass: () => this.#flush() });
  }

  note({ organizationId, id, lastUsedAt }: Pick<KeyRow, 'organizationId' | 'id' | 'lastUsedAt'>): void {
    const now = this.#clock.now();
    const at = now - (now % MINUTE_MS);
    if (lastUsedAt && lastUsedAt.getTime() >= at) return;
    this.#pending.set(`${organizationId}/${id}`, { organizationId, id, at: new Date(at) });
    this.#loop.wakeAt(now + FLUSH_MS);
  }

  /** Stores the remaining uses. A failure is logged and does not prevent the stop. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#flush().catch((error: unknown) => {
      this.#log.warn({ reason: reasonOf(error) }, 'The last use of keys could not be recorded');
    });
  }

  async #flush(): Promise<null> {
    const uses = new Map(this.#pending);
    if (uses.size === 0) return null;
    await this.#store.touch([...uses.values()]);
    for (const [key, use] of uses) if (this.#pending.get(key) === use) this.#pending.delete(key);
    return null;
  }
}
