import type { Probe } from '@gateway/platform-kit';
import type { Clock } from '../ports.js';

/** Longest wait for the platform's test while a channel is registered. */
const MAX_PROBE_WAIT_MS = 3000;

/** The problems that a test found; none if it takes longer than `MAX_PROBE_WAIT_MS` or fails. Never rejects. */
export async function problemsWithinTimeout(clock: Clock, ask: () => Promise<Probe>): Promise<readonly string[]> {
  let cancel = () => {};
  const late = new Promise<readonly string[]>((resolve) => {
    cancel = clock.after(MAX_PROBE_WAIT_MS, () => resolve([]));
  });
  const asked = ask().then(
    ({ problems }) => problems,
    () => [],
  );
  return await Promise.race([asked, late]).finally(() => cancel());
}
