import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Logger } from '../ports/system.js';

/** Background work that sleeps until something is due. */
export interface Loop {
  /** Something may be due now. */
  wake(): void;
  /** Something will be due at `time` (milliseconds). Has no cost if a pass runs earlier. */
  wakeAt(time: number): void;
  /** Ends the loop. Resolves when the running pass has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** The longest sleep, in milliseconds. Changes by other instances are noticed within it. */
  readonly idleMs: number;
  /**
   * Does what is due. `due`: the sleep has ended, so look for everything; otherwise it was only woken. Returns when something will be
   * due (milliseconds); null: nothing is known. A sleep that ends earlier is kept.
   */
  readonly pass: (due: boolean) => Promise<number | null>;
}

const RETRY_MS = 1000;

/** Runs `pass` at once, when woken and when due, one run at a time. A failed pass is logged and retried. */
export function startLoop(options: LoopOptions): Loop {
  const { clock, log, name } = options;
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  let slept = true;
  let dueAt = Infinity;
  let cancel = () => {};

  function sleepUntil(time: number): void {
    if (stopped || time >= dueAt) return;
    cancel();
    dueAt = time;
    cancel = clock.after(Math.max(0, time - clock.now()), () => {
      slept = true;
      wake();
    });
  }

  const wantsAnother = () => again && !stopped;

  async function run(): Promise<void> {
    do {
      // All that wakes it in one turn of the event loop shares a pass.
      if (!slept) await nextTurn();
      if (stopped) return;
      again = false;
      const due = slept || clock.now() >= dueAt;
      if (due) {
        cancel();
        slept = false;
        dueAt = Infinity;
      }
      let next: number | null;
      try {
        next = await options.pass(due);
      } catch (error) {
        log.warn({ loop: name, reason: reasonOf(error) }, `${name}: failed, next attempt in ${RETRY_MS / 1000} s`);
        next = clock.now() + RETRY_MS;
      }
      sleepUntil(Math.min(next ?? Infinity, clock.now() + options.idleMs));
    } while (wantsAnother());
  }

  function wake(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = run().finally(() => {
      running = null;
      if (again) wake();
    });
  }

  wake();
  return {
    wake,
    wakeAt: sleepUntil,
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}

/** The loggable part of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener('abort', end, { once: true });
  });
}
