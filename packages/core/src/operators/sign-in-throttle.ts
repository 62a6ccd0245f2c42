import { createHash } from 'node:crypto';
import { DEFAULT_ORGANIZATION } from '../keys/principal.js';
import type { Clock } from '../ports.js';
import type { Store } from '../store.js';
import { Refusal } from '../refusal.js';
import type { ThrottledSubject } from './operator-store.js';

const FIRST_DELAY_MS = 5000;
const MAX_DELAY_MS = 15 * 60_000;
/** Attempts without a delay per account. */
const FREE_ATTEMPTS_PER_ACCOUNT = 5;
/** Attempts without a delay per address. Higher, because many people may share a proxy or office address. */
const FREE_ATTEMPTS_PER_ADDRESS = 20;
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
    const others = address === null ? [] : [subjectOf(`address:${networkOf(address)}`, FREE_ATTEMPTS_PER_ADDRESS)];
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

/** The network of an IPv6 address (/64), because one client usually has all of its addresses; an IPv4 address itself. */
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
