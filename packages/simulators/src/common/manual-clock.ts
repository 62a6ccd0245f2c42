import type { Clock } from '@gateway/sandbox/server';

/** A clock that moves only by `advance(ms)`. Sleepers wake in the order of their times. */
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
