import { Refusal, type Passwords } from '@gateway/core';

/** What a hash costs: memory in KiB, passes, lanes. */
interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. A hash takes about 30 ms of CPU time. */
const recommended: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Concurrent hashes. Each takes 19 MiB and a thread of the pool that file access and DNS lookups use too. */
const MAX_CONCURRENT = 2;
/** Waiting hashes. More would wait for seconds, so they are refused. */
const MAX_WAITING = 50;

/** Hashes and verifies passwords with argon2id, a few at a time. Only tests pass a cost. */
export function createPasswords(cost = recommended): Passwords {
  // Verified in place of the hash of an unknown account, so that the answer takes as long. No known password matches it.
  const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  // 2: argon2id.
  const settings = { algorithm: 2, ...cost } as const;
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function withSlot<T>(work: (argon2: typeof import('@node-rs/argon2')) => Promise<T>): Promise<T> {
    if (busy >= MAX_CONCURRENT) {
      if (waiting.length >= MAX_WAITING)
        throw new Refusal('throttled', 'Too many passwords are being checked: try again in a moment.', null, {
          retryAfterSec: 1,
        });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else busy += 1;
    try {
      return await work(await import('@node-rs/argon2'));
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  return {
    hash: (password) => withSlot((argon2) => argon2.hash(password, settings)),
    verify: (hash, password) =>
      withSlot(async (argon2) => {
        const matches = await argon2.verify(hash ?? decoy, password);
        return hash !== null && matches;
      }),
  };
}
