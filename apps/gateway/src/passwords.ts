import { Refusal, type Passwords } from '@gateway/core';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane; some 30 ms of a processor. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** What passwords of unknown accounts are compared with, so that it takes as long: no password is known to give this. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
/** Hashes at a time: each takes a thread and 19 MiB, and files and names need threads too. */
const SLOTS = 2;
/** More than these are not kept waiting: they would wait for seconds. */
const WAITING = 50;

/** Hashing with argon2id, a few at a time. */
export function createPasswords(): Passwords {
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function inTurn<T>(work: (argon2: typeof import('@node-rs/argon2')) => Promise<T>): Promise<T> {
    if (busy >= SLOTS) {
      if (waiting.length >= WAITING)
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
    hash: (password) => inTurn((argon2) => argon2.hash(password, cost)),
    verify: (hash, password) =>
      inTurn(async (argon2) => {
        const isRight = await argon2.verify(hash ?? decoy, password);
        return hash !== null && isRight;
      }),
  };
}
