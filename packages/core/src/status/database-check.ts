import { reasonOf } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';

/** Whether the database stores what it is given: null, or a sentence for callers that says it does not. Never rejects. */
export type DatabaseCheck = () => Promise<string | null>;

/** A good outcome of the probe holds for so long, unless anything fails meanwhile. */
const GOOD_MS = 10_000;
/** A bad one is looked at again after this. */
const BAD_MS = 1000;
export const MAX_DATABASE_WAIT_MS = 3000;

const problem = 'The database cannot store anything right now; the log of the gateway has the reason.';

/**
 * Asks by writing one row, for a database with a full disk answers every read. Costs nothing while nothing asks, one small write in
 * 10 s while somebody does, and one in a second while it fails.
 */
export function createDatabaseCheck({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'failures' | 'probe'>;
  readonly clock: Clock;
  readonly log: Logger;
}): DatabaseCheck {
  let known: { readonly stores: boolean; readonly until: number; readonly failures: number } | null = null;
  let probing: Promise<void> | null = null;

  /** What failed outside the probe since then says that a good outcome may no longer be true. */
  const isSuspect = () => known !== null && (!known.stores || known.failures !== store.failures());
  const isKnown = () => known !== null && clock.now() < known.until && (!known.stores || !isSuspect());

  async function probe(): Promise<void> {
    const before = known;
    const failures = store.failures();
    let reason: string | null = null;
    try {
      // The last free bytes of a disk take a small row long after they refused a question.
      await store.probe(isSuspect() ? 'large' : 'small');
    } catch (error) {
      reason = reasonOf(error);
    }
    const stores = reason === null;
    if (!stores && before?.stores !== false) log.error({ reason }, 'The database cannot store; /readyz answers 503');
    if (stores && before?.stores === false) log.info({}, 'The database stores again');
    known = { stores, until: clock.now() + (stores ? GOOD_MS : BAD_MS), failures };
  }

  return async () => {
    if (!isKnown()) {
      probing ??= probe().finally(() => (probing = null));
      if (!(await endsWithinTimeout(clock, probing)))
        return `The database has not answered within ${MAX_DATABASE_WAIT_MS / 1000} s.`;
    }
    return known?.stores === true ? null : problem;
  };
}

async function endsWithinTimeout(clock: Clock, work: Promise<void>): Promise<boolean> {
  let cancel = () => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.after(MAX_DATABASE_WAIT_MS, () => resolve(false));
  });
  return await Promise.race([work.then(() => true), late]).finally(() => cancel());
}
