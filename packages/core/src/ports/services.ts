import type { Store } from './store.js';
import type { Clock, Logger } from './system.js';

/** What most modules work with. */
export interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}
