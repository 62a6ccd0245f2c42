import { auditEntry, systemAuditEntry } from '../audit/audit.js';
import type { NewAuditEntry } from '../audit/audit-store.js';
import { DEFAULT_ORGANIZATION, type Principal } from '../keys/principal.js';
import type { Clock, Passwords } from '../ports.js';
import type { Store } from '../store.js';
import { Refusal } from '../refusal.js';
import { knownBrowser, newKnownBrowser } from './known-browser.js';
import type { OperatorRow } from './operator-store.js';
import { signedInOperator } from './rights.js';
import { newSession, type Browser, type SignedIn } from './sessions.js';
import { createThrottle } from './sign-in-throttle.js';

export interface OperatorsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly passwords: Passwords;
}

/** Signing in with a password, and changing it. */
export function createSignIn({ store, clock, passwords }: OperatorsOptions) {
  const tryPassword = createThrottle(store, clock);

  return {
    /** Begins a session. One text for every failure; who guesses is slowed down with `throttled`. */
    async signIn(given: { email: string; password: string }, browser: Browser): Promise<SignedIn> {
      const operator = await store.operators.byEmail(DEFAULT_ORGANIZATION, given.email);
      const known = operator && knownBrowser(operator, browser.known);
      // In a browser where they signed in before, nobody is slowed down by the guesses of others.
      const attempt = await (operator && known !== null
        ? tryPassword(`browser:${operator.id}:${known}`, null)
        : tryPassword(`email:${given.email}`, browser.address));
      // Hashed for unknown addresses too: how long it takes must not tell which exist.
      const isRight = await passwords.verify(operator?.passwordHash ?? null, given.password);
      const at = new Date(clock.now());
      if (operator && isRight) {
        const { session, token } = newSession({ ...operator, operatorId: operator.id }, browser, at);
        const audit = selfAuditEntry(operator, browser, clock, 'operator.signed_in');
        if (await store.sessions.begin(session, operator.passwordHash, audit)) {
          await attempt.succeeded();
          return { operator, session, token };
        }
      }
      // Unknown addresses are not named: people type passwords into the wrong field.
      const refused = systemAuditEntry(clock, 'operator.sign_in_refused', operator?.id ?? 'unknown');
      await store.audit.write({ ...refused, address: browser.address });
      throw new Refusal('unauthenticated', 'The e-mail address or the password is not right.');
    },

    /** Changes the own password and ends the other sessions. Returns what makes the browser a known one again. */
    async changePassword(principal: Principal, given: { current: string; next: string }): Promise<string> {
      const { id, sessionId } = signedInOperator(principal);
      const { organizationId } = principal;
      // Of the account alone: guesses of others at the same address are no reason to refuse who is signed in.
      const attempt = await tryPassword(`password:${id}`, null);
      const operator = await store.operators.get(organizationId, id);
      if (!operator || !(await passwords.verify(operator.passwordHash, given.current))) {
        throw new Refusal('invalid', 'current is not your password.', 'current');
      }
      const audit = auditEntry(principal, clock, 'operator.password_changed', id);
      const change = {
        organizationId,
        id,
        from: operator.passwordHash,
        to: await passwords.hash(given.next),
        at: audit.at,
        keepSession: sessionId,
      };
      if (!(await store.operators.changePassword(change, audit)))
        throw new Refusal('invalid', 'The password was changed elsewhere in this moment: sign in with the new one.');
      await attempt.succeeded();
      return newKnownBrowser({ id, passwordHash: change.to });
    },
  };
}

/** What is written down of something that operators do to their own record, by which they become known at all. */
export function selfAuditEntry(
  { organizationId, id, name }: Pick<OperatorRow, 'organizationId' | 'id' | 'name'>,
  { address }: Pick<Browser, 'address'>,
  clock: Clock,
  action: NewAuditEntry['action'],
): NewAuditEntry {
  return {
    organizationId,
    at: new Date(clock.now()),
    actorKind: 'operator',
    actorId: id,
    actorName: name,
    action,
    resourceKind: 'operator',
    resourceId: id,
    address,
  };
}
