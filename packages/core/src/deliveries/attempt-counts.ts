import { startLoop, type Loop } from '../base/loop.js';
import { PeriodCounts } from '../base/period-counts.js';
import type { DeliveryRow } from '../ports/rows.js';
import type { Services } from '../ports/services.js';

/** The length of the periods that are stored: the shortest bars that are shown. */
const PERIOD_MS = 5 * 60_000;
const FLUSH_MS = 2000;

/** Counts the attempts to each receiver, and stores the counts every two seconds instead of with every attempt. */
export class AttemptCounts {
  readonly #counts = new PeriodCounts<Pick<DeliveryRow, 'organizationId' | 'destination'>, 'delivered' | 'failed'>(
    ['delivered', 'failed'],
    PERIOD_MS,
  );
  readonly #options: Pick<Services, 'store' | 'clock' | 'log'>;
  readonly #loop: Loop;

  constructor(options: Pick<Services, 'store' | 'clock' | 'log'>) {
    this.#options = options;
    const { clock, log } = options;
    this.#loop = startLoop({ name: 'attempt counts', clock, log, idleMs: 3_600_000, pass: () => this.#flush() });
  }

  /** An attempt ended. */
  add({ organizationId, destination }: DeliveryRow, kind: 'delivered' | 'failed'): void {
    const now = this.#options.clock.now();
    this.#counts.add({ organizationId, destination }, kind, now);
    this.#loop.wakeAt(now + FLUSH_MS);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#flush();
  }

  async #flush(): Promise<null> {
    const counts = this.#counts.take();
    if (counts.length > 0) await this.#options.store.receivers.addTraffic(counts);
    return null;
  }
}
