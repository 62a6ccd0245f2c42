import { reasonOf } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';

/** Checks that the database accepts writes: null, or a sentence for callers that describes the problem. Never rejects. */
export type DatabaseCheck = () => Promise<string | null>;

/** How long a successful probe is valid, unless a failure occurs meanwhile. */
const GOOD_MS = 10_000;
/** How long a failed probe is valid. */
const BAD_MS = 1000;
export const MAX_DATABASE_WAIT_MS = 3000;

const problem = 'The database does not accept writes at the moment; the log of the gateway has the reason.';

/**
 * Writes one row, because a database with a full disk still answers reads. Writes only when asked: at most once in 10 s, or once per
 * second while it fails.
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

  /** A failure outside the probe makes an earlier success doubtful. */
  const isSuspect = () => known !== null && (!known.stores || known.failures !== store.failures());
  const isKnown = () => known !== null && clock.now() < known.until && (!known.stores || !isSuspect());

  async function probe(): Promise<void> {
    const before = known;
    const failures = store.failures();
    let reason: string | null = null;
    try {
      // An almost full disk may accept a small row although it refused a larger one.
      await store.probe(isSuspect() ? 'large' : 'small');
    } catch (error) {
      reason = reasonOf(error);
    }
    const stores = reason === null;
    if (!stores && before?.stores !== false)
      log.error({ reason }, 'The database does not accept writes; /readyz answers 503');
    if (stores && before?.stores === false) log.info({}, 'The database accepts writes again');
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
