import type { Principal } from '../keys/principal.js';
import { reasonOf } from '../loop.js';
import type { Clock, Logger, Store } from '../ports.js';
import { PATIENCE_MS, type DatabaseCheck } from './database-check.js';

export interface StatusCounts {
  /** Active channels by platform. */
  readonly activeChannels: Readonly<Record<string, number>>;
  /** As a reader sees it: those that are overdue do not count. */
  readonly pendingPrompts: number;
  readonly promptsAnsweredSince: number;
}

export interface StatusStore {
  /** Counts by indexes alone. */
  counts(organizationId: string, times: { readonly now: Date; readonly answeredSince: Date }): Promise<StatusCounts>;
}

export interface Status {
  /** Null: they cannot be read. */
  readonly counts: StatusCounts | null;
  /** What is wrong with the database; null: nothing. */
  readonly problem: string | null;
}

const DAY_MS = 86_400_000;

/** How the service fares. A database that does not answer is a finding, not a failure. */
export async function readStatus(
  { store, clock, log }: { store: Store; clock: Clock; log: Logger },
  databaseCheck: DatabaseCheck,
  principal: Principal,
): Promise<Status> {
  const now = clock.now();
  let cancel = () => {};
  const late = new Promise<Status>((resolve) => {
    cancel = clock.after(PATIENCE_MS, () =>
      resolve({ counts: null, problem: `The database has not answered within ${PATIENCE_MS / 1000} s.` }),
    );
  });
  const counted = store.status
    .counts(principal.organizationId, { now: new Date(now), answeredSince: new Date(now - DAY_MS) })
    .then(
      (counts): Status => ({ counts, problem: null }),
      (error: unknown): Status => {
        log.warn({ reason: reasonOf(error) }, 'The status could not be read from the database');
        return {
          counts: null,
          problem: 'The database cannot be used right now; the log of the gateway has the reason.',
        };
      },
    );
  const [read, problem] = await Promise.all([Promise.race([counted, late]).finally(() => cancel()), databaseCheck()]);
  return { counts: read.counts, problem: read.problem ?? problem };
}
