import { createHash } from 'node:crypto';
import { DEFAULT_ORGANIZATION } from '../access/principal.js';
import type { Clock } from '../ports/system.js';
import { networkOf, wideNetworkOf } from '../limits/client-network.js';
import type { Store } from '../ports/store.js';
import { Refusal } from '../base/refusal.js';
import type { ThrottledSubject } from '../ports/people/operator-store.js';

const FIRST_DELAY_MS = 5000;
const MAX_DELAY_MS = 15 * 60_000;
/** Attempts without a delay per account. */
const FREE_ATTEMPTS_PER_ACCOUNT = 5;
/** Attempts without a delay per address. Higher, because many people may share a proxy or office address. */
const FREE_ATTEMPTS_PER_ADDRESS = 20;
/** The same per /48 of IPv6. */
const FREE_ATTEMPTS_PER_NETWORK = 160;
/** Failures are deleted this long after the last one. */
export const FAILURE_RETENTION_MS = 24 * 3_600_000;

/** A password attempt that was allowed. */
export interface PasswordAttempt {
  /** The password was correct. */
  succeeded(): Promise<void>;
}

/** Limits password attempts per account and per address, across instances. */
export function createThrottle(store: Pick<Store, 'signInFailures'>, clock: Clock) {
  /** Counts an attempt before it is made. Throws a `throttled` Refusal while the account or the address is blocked. */
  return async function attemptPassword(account: string, address: string | null): Promise<PasswordAttempt> {
    const now = clock.now();
    const accountSubject = subjectOf(account, FREE_ATTEMPTS_PER_ACCOUNT);
    const wide = address === null ? null : wideNetworkOf(address);
    const others = [
      ...(address === null ? [] : [subjectOf(`address:${networkOf(address)}`, FREE_ATTEMPTS_PER_ADDRESS)]),
      ...(wide === null ? [] : [subjectOf(`network:${wide}`, FREE_ATTEMPTS_PER_NETWORK)]),
    ];
    const since = new Date(now - FAILURE_RETENTION_MS);
    const blockedUntil = await store.signInFailures.begin(
      DEFAULT_ORGANIZATION,
      [accountSubject, ...others],
      new Date(now),
      since,
    );
    if (blockedUntil) {
      const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now) / 1000));
      const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
      throw new Refusal('throttled', `Too many failed attempts: try again in ${wait}.`, null, {
        retryAfterSec: seconds,
      });
    }
    return {
      succeeded: () =>
        store.signInFailures.succeeded(
          DEFAULT_ORGANIZATION,
          accountSubject.subject,
          others.map(({ subject }) => subject),
          new Date(clock.now()),
        ),
    };
  };
}

function subjectOf(text: string, free: number): ThrottledSubject {
  return {
    subject: createHash('sha256').update(text).digest('hex'),
    delayMs: (failures) =>
      failures < free ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - free, 20)),
  };
}
