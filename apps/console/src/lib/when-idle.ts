/** Runs a function when the page is shown and the browser has nothing else to do, or after some seconds. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 5000 });
  else setTimeout(run, 2000);
}
