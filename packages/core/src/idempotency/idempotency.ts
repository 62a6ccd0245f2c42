import { randomUUID } from 'node:crypto';
import { actorIdOf, type Principal } from '../keys/principal.js';
import { reasonOf } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import type { Begun, KeyClaim, Outcome } from './idempotency-store.js';

/** How long an outcome is remembered; the retention pass then removes it. */
const OUTCOME_TTL_MS = 24 * 3_600_000;

/**
 * Lets a request with a key be carried out once, by whichever instance, and its repeats learn the outcome. The claim is renewed
 * while the instance lives. When it dies the claim ends within `leaseMs`, and the next repeat takes over: with the prompt that was
 * opened for the key, if there is one.
 */
export interface Idempotency {
  /** `fingerprint` stands for all that was asked. */
  begin(principal: Principal, key: string, fingerprint: string): Promise<Running | Exclude<Begun, { state: 'begun' }>>;
}

/** What a request knows of its key. */
export interface ClaimedKey {
  readonly claim: KeyClaim;
  /** The prompt that an earlier request with this key opened before its instance died. */
  readonly promptNum: number | null;
}

/** A request that has its key to itself and must end in one of the two. Neither rejects. */
interface Running extends ClaimedKey {
  readonly state: 'begun';
  /** Remembers what it was answered with. */
  finish(outcome: Outcome): Promise<void>;
  /** A repeat may try again. */
  release(): Promise<void>;
}

export interface IdempotencyOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly leaseMs: number;
}

export function createIdempotency({ store, clock, log, leaseMs }: IdempotencyOptions): Idempotency {
  const requests = store.idempotency;

  function running(claim: KeyClaim, promptNum: number | null): Running {
    let isHeld = true;
    let renewal = Promise.resolve();
    let cancel = () => {};
    const renewLater = () => {
      cancel = clock.after(leaseMs / 3, () => {
        renewal = renew();
      });
    };
    const renew = async () => {
      try {
        isHeld = await requests.renew(claim, new Date(clock.now() + leaseMs));
      } catch (error) {
        log.warn(
          { reason: reasonOf(error) },
          'A request with an Idempotency-Key could not be marked as still under way; tried again soon',
        );
      }
      if (isHeld) renewLater();
    };
    const end = async (record: () => Promise<void>) => {
      cancel();
      await renewal;
      cancel();
      await record().catch((error: unknown) => {
        log.error(
          { reason: reasonOf(error) },
          'The outcome of a request with an Idempotency-Key could not be recorded; a repeat may do it again',
        );
      });
    };
    renewLater();
    return {
      state: 'begun',
      claim,
      promptNum,
      finish: (outcome) => end(() => requests.finish(claim, outcome, new Date(clock.now() + OUTCOME_TTL_MS))),
      release: () => end(() => requests.release(claim, new Date(clock.now()))),
    };
  }

  return {
    async begin(principal, key, fingerprint) {
      const now = clock.now();
      const { organizationId, kind } = principal;
      const claim = { organizationId, caller: actorIdOf(principal) ?? kind, key, holder: randomUUID() };
      const times = { now: new Date(now), until: new Date(now + leaseMs), forgetAt: new Date(now + OUTCOME_TTL_MS) };
      const begun = await requests.begin({ ...claim, fingerprint }, times);
      return begun.state === 'begun' ? running(claim, begun.promptNum) : begun;
    },
  };
}
