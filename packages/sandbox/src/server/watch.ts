/** Publishes items to subscribers. */
export interface Watch<T> {
  emit(item: T): void;
  /** Calls `listener` for each item until the returned function is called. */
  subscribe(listener: (item: T) => void): () => void;
  /** Resolves with the next item that `matches`; rejects after `timeoutMs` naming `what`. */
  next(matches: (item: T) => boolean, timeoutMs: number, what: string): Promise<T>;
}

export function createWatch<T>(): Watch<T> {
  const listeners = new Set<(item: T) => void>();
  const subscribe = (listener: (item: T) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    emit: (item) => {
      for (const listener of listeners) listener(item);
    },
    subscribe,
    next: (matches, timeoutMs, what) =>
      new Promise((resolve, reject) => {
        const stop = subscribe((item) => {
          if (!matches(item)) return;
          stop();
          clearTimeout(timer);
          resolve(item);
        });
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`Timed out after ${timeoutMs} ms waiting for ${what}`));
        }, timeoutMs);
        timer.unref();
      }),
  };
}
