import { StorageUnavailable } from '../storage-error.js';

interface Waiting {
  run(): Promise<void>;
  reject(error: unknown): void;
}

/** Runs at most `parallel` actions at the same time; at most `maxWaiting` more wait for their turn. */
export function createWaitingLine({ parallel, maxWaiting }: { parallel: number; maxWaiting: number }) {
  const waiting = new Set<Waiting>();
  let running = 0;
  let closed: StorageUnavailable | undefined;

  function next(): void {
    for (const entry of waiting) {
      if (running === parallel) return;
      waiting.delete(entry);
      running += 1;
      void entry.run().finally(() => {
        running -= 1;
        next();
      });
    }
  }

  return {
    /**
     * Resolves to `abandoned` if `signal` aborts before the turn of the action: its result is not needed any more. Rejects with
     * StorageUnavailable when too many wait, or after `close`.
     */
    run<T>(action: () => Promise<T>, abandoned: T, signal?: AbortSignal): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (closed) return reject(closed);
        if (signal?.aborted) return resolve(abandoned);
        if (waiting.size >= maxWaiting)
          return reject(new StorageUnavailable('Too many long reads of the database are waiting; try again later.'));
        const drop = () => {
          if (waiting.delete(entry)) resolve(abandoned);
        };
        const entry: Waiting = {
          reject,
          run() {
            signal?.removeEventListener('abort', drop);
            return action().then(resolve, reject);
          },
        };
        signal?.addEventListener('abort', drop, { once: true });
        waiting.add(entry);
        next();
      });
    },
    /** Rejects the waiting actions. */
    close(): void {
      closed = new StorageUnavailable('The database is closed.');
      for (const { reject } of waiting) reject(closed);
      waiting.clear();
    },
  };
}
