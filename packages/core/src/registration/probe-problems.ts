import type { Probe } from '@gateway/platform-kit';
import type { Clock } from '../ports/system.js';

/** Longest wait for the platform's test while a channel is registered. */
const MAX_PROBE_WAIT_MS = 3000;

const nothing = { problems: [] };

/** What a test found; nothing if it takes longer than `MAX_PROBE_WAIT_MS` or fails. Never rejects. */
export async function probeWithinTimeout(
  clock: Clock,
  ask: () => Promise<Probe>,
): Promise<Pick<Probe, 'problems' | 'remarks'>> {
  let cancel = () => {};
  const late = new Promise<Pick<Probe, 'problems'>>((resolve) => {
    cancel = clock.after(MAX_PROBE_WAIT_MS, () => resolve(nothing));
  });
  const asked = ask().catch(() => nothing);
  return await Promise.race([asked, late]).finally(() => cancel());
}
