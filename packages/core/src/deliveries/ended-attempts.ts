import type { DeliveryRow } from '../ports/rows.js';
import type { Settlement } from '../ports/service/delivery-store.js';

/** Ended attempts that are recorded together. */
export class EndedAttempts {
  readonly settlements: Settlement[] = [];
  /** Claimed deliveries that were not attempted. */
  readonly released: DeliveryRow[] = [];
  /** Lanes of which no claimed delivery is left. */
  readonly endedLanes: { readonly lane: string; readonly lastSeq: number }[] = [];

  get isEmpty(): boolean {
    return this.settlements.length + this.released.length === 0;
  }

  /** When the first failed one is due again (milliseconds). */
  get nextDue(): number {
    let next = Infinity;
    for (const settlement of this.settlements)
      if (settlement.next instanceof Date) next = Math.min(next, settlement.next.getTime());
    return next;
  }

  /** Ends the claims of a lane, or of one delivery. `last`: the last one that was attempted. */
  endRun(last: DeliveryRow, released: readonly DeliveryRow[]): void {
    this.released.push(...released);
    if (last.lane !== null) this.endedLanes.push({ lane: last.lane, lastSeq: last.seq });
  }

  *deliveries(): Iterable<DeliveryRow> {
    for (const { delivery } of this.settlements) yield delivery;
    yield* this.released;
  }
}
