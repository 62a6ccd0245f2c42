import type { DeliveryRow } from '../ports/rows.js';

/** The deliveries of one lane in order, or one delivery without a lane. */
export type Run = [DeliveryRow, ...DeliveryRow[]];

/** Groups claimed deliveries, which are ordered by `seq`, by lane. */
export function runsOf(claimed: readonly DeliveryRow[]): Run[] {
  const runs: Run[] = [];
  const lanes = new Map<string, DeliveryRow[]>();
  for (const delivery of claimed) {
    const { lane } = delivery;
    const known = lane === null ? undefined : lanes.get(lane);
    if (known) {
      known.push(delivery);
      continue;
    }
    const run: Run = [delivery];
    runs.push(run);
    if (lane !== null) lanes.set(lane, run);
  }
  return runs;
}
