import type { Changes, Clock } from '../ports.js';

/** Listens for changes of some prompts. */
export interface PromptListener {
  /** Resolves at the first change since `listen`, after `ms` milliseconds, when `signal` aborts, or when the gateway stops. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

/** One subscription shared by all readers that wait for prompts, so that a waiting reader costs only a timer. */
export class PromptWatch {
  readonly #clock: Clock;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #unsubscribe: () => void;
  #stopped = false;

  constructor(changes: Changes, clock: Clock) {
    this.#clock = clock;
    this.#unsubscribe = changes.subscribe((change) => {
      if (change.kind === 'everything') this.#wakeAll();
      else if (change.kind === 'prompt') for (const wake of this.#listeners.get(keyOf(change)) ?? []) wake();
    });
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  listen(organizationId: string, nums: readonly number[]): PromptListener {
    const keys = nums.map((num) => keyOf({ organizationId, num }));
    let hasChanged = false;
    let resume = () => {};
    const wake = () => {
      hasChanged = true;
      resume();
    };
    for (const key of keys) this.#listeners.set(key, (this.#listeners.get(key) ?? new Set()).add(wake));
    return {
      changed: (ms, signal) =>
        new Promise((resolve) => {
          if (hasChanged || this.#stopped || signal.aborted) return resolve();
          resume = () => {
            cancel();
            signal.removeEventListener('abort', resume);
            resolve();
          };
          const cancel = this.#clock.after(ms, resume);
          signal.addEventListener('abort', resume, { once: true });
        }),
      end: () => {
        for (const key of keys) {
          const listeners = this.#listeners.get(key);
          listeners?.delete(wake);
          if (listeners?.size === 0) this.#listeners.delete(key);
        }
      },
    };
  }

  /** Ends all waits. */
  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const listeners of this.#listeners.values()) for (const wake of listeners) wake();
  }
}

function keyOf({ organizationId, num }: { organizationId: string; num: number }): string {
  return `${organizationId}#${num}`;
}
