import { seenChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import { reasonOf } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import { jointReads } from '../base/joint-reads.js';
import { MAX_DATABASE_WAIT_MS, type DatabaseCheck } from './database-check.js';
import type { ServiceStatusCounts } from '../ports/service/service-status-store.js';

export interface ServiceStatus {
  /** Null: the counts cannot be read. */
  readonly counts: ServiceStatusCounts | null;
  /** The problem of the database; null: none. */
  readonly problem: string | null;
}

const DAY_MS = 86_400_000;

/**
 * Reads the state of the service for one organization. A database that does not answer is reported as a problem, not thrown. Callers
 * of one time share the counts, so that many of them do not load the database.
 */
export function createServiceStatus(
  { store, clock, log }: { store: Pick<Store, 'serviceStatus'>; clock: Clock; log: Logger },
  databaseCheck: DatabaseCheck,
): (principal: Pick<Principal, 'organizationId' | 'channels'>) => Promise<ServiceStatus> {
  /** By organization and channels. */
  const reads = new Map<string, () => Promise<ServiceStatus>>();

  async function read(organizationId: string, channels: readonly string[] | null): Promise<ServiceStatus> {
    const now = clock.now();
    try {
      const times = { now: new Date(now), answeredSince: new Date(now - DAY_MS) };
      return { counts: await store.serviceStatus.counts(organizationId, times, channels), problem: null };
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The status could not be read from the database');
      return {
        counts: null,
        problem: 'The database cannot be used right now; the log of the gateway has the reason.',
      };
    }
  }

  /** A read of a database that hangs ends too, so that callers after it are not held up. */
  async function inTime(status: Promise<ServiceStatus>): Promise<ServiceStatus> {
    let cancel = () => {};
    const late = new Promise<ServiceStatus>((resolve) => {
      cancel = clock.after(MAX_DATABASE_WAIT_MS, () =>
        resolve({ counts: null, problem: `The database has not answered within ${MAX_DATABASE_WAIT_MS / 1000} s.` }),
      );
    });
    return await Promise.race([status, late]).finally(() => cancel());
  }

  return async (principal) => {
    const { organizationId } = principal;
    const channels = seenChannels(principal);
    const key = JSON.stringify([organizationId, channels]);
    const readShared = reads.get(key) ?? jointReads(() => inTime(read(organizationId, channels)));
    reads.set(key, readShared);
    const [{ counts, problem }, checked] = await Promise.all([inTime(readShared()), databaseCheck()]);
    return { counts, problem: problem ?? checked };
  };
}
