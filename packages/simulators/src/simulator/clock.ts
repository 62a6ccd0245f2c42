/** Where a simulator takes the time from, so that tests can turn it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds of this clock, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      // A simulator that was closed must not keep its process alive.
      timer.unref();
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** A clock that stands still until `advance(ms)` turns it; sleepers wake in the order of their times. */
export function manualClock(start = Date.now()): Clock & { advance(ms: number): void } {
  let now = start;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (ms <= 0 || signal?.aborted) return resolve();
        const sleeper = {
          at: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      }),
    advance: (ms) => {
      now += ms;
      const due = [...sleepers].filter((sleeper) => sleeper.at <= now).sort((a, b) => a.at - b.at);
      for (const sleeper of due) sleeper.wake();
    },
  };
}
