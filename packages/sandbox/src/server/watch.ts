/** Hears of every new item at once, without polling. */
export interface Watch<T> {
  emit(item: T): void;
  /** Calls `hear` for each item until the returned function is called. */
  subscribe(hear: (item: T) => void): () => void;
  /** Resolves with the next item that `matches`; rejects after `timeoutMs` naming `what`. */
  next(matches: (item: T) => boolean, timeoutMs: number, what: string): Promise<T>;
}

export function createWatch<T>(): Watch<T> {
  const listeners = new Set<(item: T) => void>();
  const subscribe = (hear: (item: T) => void) => {
    listeners.add(hear);
    return () => void listeners.delete(hear);
  };
  return {
    emit: (item) => {
      for (const hear of listeners) hear(item);
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
          reject(new Error(`Gave up after ${timeoutMs} ms waiting for ${what}`));
        }, timeoutMs);
        timer.unref();
      }),
  };
}
