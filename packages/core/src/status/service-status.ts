import type { Principal } from '../keys/principal.js';
import { reasonOf } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import { MAX_DATABASE_WAIT_MS, type DatabaseCheck } from './database-check.js';
import type { ServiceStatusCounts } from './service-status-store.js';

export interface ServiceStatus {
  /** Null: the counts cannot be read. */
  readonly counts: ServiceStatusCounts | null;
  /** The problem of the database; null: none. */
  readonly problem: string | null;
}

const DAY_MS = 86_400_000;

/** The state of the service for one organization. A database that does not answer is reported as a problem, not thrown. */
export async function readServiceStatus(
  { store, clock, log }: { store: Store; clock: Clock; log: Logger },
  databaseCheck: DatabaseCheck,
  principal: Principal,
): Promise<ServiceStatus> {
  const now = clock.now();
  let cancel = () => {};
  const late = new Promise<ServiceStatus>((resolve) => {
    cancel = clock.after(MAX_DATABASE_WAIT_MS, () =>
      resolve({ counts: null, problem: `The database has not answered within ${MAX_DATABASE_WAIT_MS / 1000} s.` }),
    );
  });
  const counted = store.serviceStatus
    .counts(principal.organizationId, { now: new Date(now), answeredSince: new Date(now - DAY_MS) })
    .then(
      (counts): ServiceStatus => ({ counts, problem: null }),
      (error: unknown): ServiceStatus => {
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
