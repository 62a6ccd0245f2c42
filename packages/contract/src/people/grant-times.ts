const HOUR = 3600;

/**
 * The times in seconds for which a chat offers a standing approval: 1 h and 4 h as `maxSec` allows, and below an hour as many whole
 * minutes as it has.
 */
export function offeredTimes(maxSec: number): number[] {
  if (maxSec < HOUR) return [maxSec - (maxSec % 60)];
  return maxSec < 4 * HOUR ? [HOUR] : [HOUR, 4 * HOUR];
}

/** A time of a standing approval as people read it: `4 h`, `15 min`. */
export function grantTime(seconds: number): string {
  return seconds % HOUR === 0 ? `${seconds / HOUR} h` : `${Math.floor(seconds / 60)} min`;
}

/** The label of the button that gives one. */
export const grantLabel = (seconds: number) => `Approve for ${grantTime(seconds)}`;
