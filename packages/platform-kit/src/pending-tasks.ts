import { setMaxListeners } from 'node:events';

/** Work that runs while events are received and must not delay their acknowledgement, such as notices to people who pressed a button. */
export interface PendingTasks {
  /** Number of tasks that have not ended. */
  readonly size: number;
  /** Starts a task, which must not reject. Its signal aborts when `settle` reaches its time limit; the task must then end. */
  run(task: (signal: AbortSignal) => Promise<void>): void;
  /** Resolves when one of the pending tasks ends; at once when there are none. */
  next(): Promise<void>;
  /** Waits until all tasks have ended. After `maxWaitMs` it aborts those that remain. Tasks can be started again afterwards. */
  settle(maxWaitMs: number): Promise<void>;
}

export function createPendingTasks(): PendingTasks {
  const pending = new Set<Promise<void>>();
  let abort = createAbort();
  return {
    get size() {
      return pending.size;
    },
    run(task) {
      const ended = task(abort.signal).finally(() => pending.delete(ended));
      pending.add(ended);
    },
    async next() {
      if (pending.size > 0) await Promise.race(pending);
    },
    async settle(maxWaitMs) {
      const timer = setTimeout(() => {
        abort.abort();
        abort = createAbort();
      }, maxWaitMs);
      await Promise.all(pending);
      clearTimeout(timer);
    },
  };
}

/** Each task may listen to the signal: no warning for more than ten listeners. */
function createAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
