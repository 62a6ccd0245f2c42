import { randomUUID } from 'node:crypto';
import { actorIdOf, type Principal } from '../access/principal.js';
import { reasonOf } from '../base/loop.js';
import type { Begun, Fingerprint, KeyClaim, Outcome } from '../ports/service/idempotency-store.js';
import type { Services } from '../ports/services.js';

/** How long an outcome is stored. The retention pass deletes it afterwards. */
const OUTCOME_TTL_MS = 24 * 3_600_000;

/** When an outcome that is stored now is deleted. */
export const rememberedUntil = (nowMs: number) => new Date(nowMs + OUTCOME_TTL_MS);

/**
 * Carries out a request with an Idempotency-Key once across instances; retries get the stored outcome. The claim is renewed while the
 * instance runs. After a crash it expires within `leaseMs`, and the next retry takes over, with the prompt that was opened for the
 * key, if any.
 */
export interface Idempotency {
  begin(
    principal: Principal,
    key: string,
    fingerprint: Fingerprint,
  ): Promise<Running | Exclude<Begun, { state: 'begun' }>>;
}

/** A request's claim on its key. */
export interface ClaimedKey {
  readonly claim: KeyClaim;
  /** The prompt that an earlier request with this key opened before its instance crashed; null: none. */
  readonly promptNum: number | null;
}

/** A request that holds its key. It must call `finish` or `release`; neither rejects. */
interface Running extends ClaimedKey {
  readonly state: 'begun';
  /** Stores the response; null: it was stored with what the request changed. */
  finish(outcome: Outcome | null): Promise<void>;
  /** Frees the key, so that a retry may carry the request out. */
  release(): Promise<void>;
}

export interface IdempotencyOptions extends Services {
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
          'A request with an Idempotency-Key could not be marked as still running; it is retried soon',
        );
      }
      if (isHeld) renewLater();
    };
    const end = async (record: () => Promise<unknown>) => {
      cancel();
      await renewal;
      cancel();
      await record().catch((error: unknown) => {
        log.error(
          { reason: reasonOf(error) },
          'The outcome of a request with an Idempotency-Key could not be recorded; a repeat may carry it out again',
        );
      });
    };
    renewLater();
    return {
      state: 'begun',
      claim,
      promptNum,
      finish: (outcome) =>
        end(async () => outcome && (await requests.finish(claim, outcome, rememberedUntil(clock.now())))),
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
