import type { Probe } from '@gateway/platform-kit';
import type { Clock } from '../ports.js';

/** A caller who registers a channel waits this long for what the platform says of it. */
const MAX_PROBE_WAIT_MS = 3000;

/** What a platform finds wrong, none where it does not say so in time. Never rejects. */
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
