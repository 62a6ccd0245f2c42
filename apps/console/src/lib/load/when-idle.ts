import { useSyncExternalStore } from 'react';
import { queryClient } from '../live/query-client.js';

/** What is loaded when idle does not wait longer. */
const LONGEST_MS = 5000;
const CHECK_MS = 100;

/** Runs a function when the data of the page has arrived and the browser has nothing else to do, or after some seconds. */
export function whenIdle(run: () => void): void {
  const start = performance.now();
  const check = () => {
    const rest = LONGEST_MS - (performance.now() - start);
    if (queryClient.isFetching() > 0 && rest > 0) setTimeout(check, CHECK_MS);
    // Safari has no requestIdleCallback.
    else if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: Math.max(rest, CHECK_MS) });
    else setTimeout(run, CHECK_MS);
  };
  // The requests of the first render have started by then.
  setTimeout(check, CHECK_MS);
}

let wasIdle = false;
let waiting: Set<() => void> | undefined;

function watchIdle(notify: () => void): () => void {
  if (!waiting) {
    waiting = new Set();
    whenIdle(() => {
      wasIdle = true;
      waiting?.forEach((each) => each());
    });
  }
  waiting.add(notify);
  return () => waiting?.delete(notify);
}

/** Whether the browser has been idle: true from then on. For data that the first view can do without. */
export const useHasBeenIdle = (): boolean => useSyncExternalStore(watchIdle, () => wasIdle);
