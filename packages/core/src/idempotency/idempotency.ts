import { actorIdOf, type Principal } from '../keys/principal.js';
import { reasonOf } from '../loop.js';
import type { Clock, Logger, Store } from '../ports.js';
import type { Begun, KeyClaim, Outcome } from './idempotency-store.js';

/** How long an outcome is remembered; the retention pass then removes it. */
const MEMORY_MS = 24 * 3_600_000;
/** A request under way whose instance has died blocks its key for this long. */
const CLAIM_MS = 60_000;

/**
 * Lets a request with a key be carried out once, by whichever instance, and its repeats learn the outcome. When an instance dies in
 * between the key is free again after a minute; what it had done by then (a question may have reached the chat) is done again.
 */
export interface Idempotency {
  /** `fingerprint` stands for all that was asked. */
  begin(principal: Principal, key: string, fingerprint: string): Promise<Running | Exclude<Begun, { state: 'begun' }>>;
}

/** A request that has its key to itself and must end in one of the two. Neither rejects. */
interface Running {
  readonly state: 'begun';
  /** Remembers what it was answered with. */
  finish(outcome: Outcome): Promise<void>;
  /** Nothing was done: a repeat may try again. */
  release(): Promise<void>;
}

export function createIdempotency({ store, clock, log }: { store: Store; clock: Clock; log: Logger }): Idempotency {
  const requests = store.idempotency;

  function running(first: KeyClaim): Running {
    let held: KeyClaim | null = first;
    let renewal = Promise.resolve();
    let cancel = () => {};
    const renewLater = () => {
      cancel = clock.after(CLAIM_MS / 3, () => {
        renewal = renew();
      });
    };
    const renew = async () => {
      if (!held) return;
      const until = new Date(clock.now() + CLAIM_MS);
      try {
        held = (await requests.renew(held, until)) ? { ...held, until } : null;
      } catch (error) {
        log.warn(
          { reason: reasonOf(error) },
          'A request with an Idempotency-Key could not be marked as still under way; tried again soon',
        );
      }
      renewLater();
    };
    const end = async (record: (claim: KeyClaim) => Promise<void>) => {
      cancel();
      await renewal;
      cancel();
      if (!held) return;
      await record(held).catch((error: unknown) => {
        log.error(
          { reason: reasonOf(error) },
          'The outcome of a request with an Idempotency-Key could not be recorded; a repeat may do it again',
        );
      });
    };
    renewLater();
    return {
      state: 'begun',
      finish: (outcome) => end((claim) => requests.finish(claim, outcome, new Date(clock.now() + MEMORY_MS))),
      release: () => end((claim) => requests.release(claim)),
    };
  }

  return {
    async begin(principal, key, fingerprint) {
      const now = clock.now();
      const { organizationId, kind } = principal;
      const claim = { organizationId, caller: actorIdOf(principal) ?? kind, key, until: new Date(now + CLAIM_MS) };
      const begun = await requests.begin({ ...claim, fingerprint }, new Date(now));
      return begun.state === 'begun' ? running(claim) : begun;
    },
  };
}
