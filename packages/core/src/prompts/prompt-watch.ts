import type { Changes, Clock } from '../ports.js';

/** Hears of the changes of some prompts. */
export interface PromptListener {
  /** Resolves at the first change since the listener began, after `ms`, when `signal` aborts, or when the gateway stops. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

/** One ear for everybody who waits for prompts, so that a waiting reader costs a timer and nothing else. */
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
    let heard = false;
    let resume = () => {};
    const wake = () => {
      heard = true;
      resume();
    };
    for (const key of keys) this.#listeners.set(key, (this.#listeners.get(key) ?? new Set()).add(wake));
    return {
      changed: (ms, signal) =>
        new Promise((resolve) => {
          if (heard || this.#stopped || signal.aborted) return resolve();
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

  /** Lets everybody go who waits. */
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
