import { createHash } from 'node:crypto';
import { DEFAULT_ORGANIZATION } from '../keys/principal.js';
import type { Clock } from '../ports.js';
import type { Store } from '../store.js';
import { Refusal } from '../refusal.js';
import type { ThrottledSubject } from './operator-store.js';

const FIRST_DELAY_MS = 5000;
const MAX_DELAY_MS = 15 * 60_000;
/** Tries without a delay, of one account. */
const FREE_ATTEMPTS_PER_ACCOUNT = 5;
/** Tries without a delay from one address: behind a proxy, or of an office, it is everybody's. */
const FREE_ATTEMPTS_PER_ADDRESS = 20;
/** Failures are forgotten a day after the last of them. */
export const FAILURE_RETENTION_MS = 24 * 3_600_000;

/** A try with a password that was let through. */
export interface PasswordAttempt {
  /** It was the right one. */
  succeeded(): Promise<void>;
}

/** Slows down guessing of one account's password, and guessing from one address, on all instances together. */
export function createThrottle(store: Pick<Store, 'signInFailures'>, clock: Clock) {
  /** Counts a try before it is made; throws a `throttled` Refusal while the account or the address must wait. */
  return async function attemptPassword(account: string, address: string | null): Promise<PasswordAttempt> {
    const now = clock.now();
    const mine = subjectOf(account, FREE_ATTEMPTS_PER_ACCOUNT);
    const others = address === null ? [] : [subjectOf(`address:${networkOf(address)}`, FREE_ATTEMPTS_PER_ADDRESS)];
    const since = new Date(now - FAILURE_RETENTION_MS);
    const blockedUntil = await store.signInFailures.begin(
      DEFAULT_ORGANIZATION,
      [mine, ...others],
      new Date(now),
      since,
    );
    if (blockedUntil) {
      const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now) / 1000));
      const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
      throw new Refusal('throttled', `Too many tries failed: try again in ${wait}.`, null, { retryAfterSec: seconds });
    }
    return {
      succeeded: () =>
        store.signInFailures.succeeded(
          DEFAULT_ORGANIZATION,
          mine.subject,
          others.map(({ subject }) => subject),
          new Date(clock.now()),
        ),
    };
  };
}

/** Whoever has an IPv6 address has at least the 2^64 of its network: all of them are one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const [left, right] = [before, after ?? ''].map((groups) => (groups === '' ? [] : groups.split(':')));
  const zeros = Array.from({ length: Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0)) }, () => '0');
  return [...(left ?? []), ...zeros, ...(right ?? [])].slice(0, 4).join(':');
}

function subjectOf(text: string, free: number): ThrottledSubject {
  return {
    subject: createHash('sha256').update(text).digest('hex'),
    delayMs: (failures) =>
      failures < free ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - free, 20)),
  };
}
