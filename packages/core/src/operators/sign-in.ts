import { auditEntry, systemAuditEntry } from '../audit/audit.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import { DEFAULT_ORGANIZATION, type Principal } from '../access/principal.js';
import type { Sealer } from '../credentials/sealer.js';
import type { AuthenticatorCodes, Clock, Passwords } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import { knownBrowser, newKnownBrowser } from './known-browser.js';
import { hasPassword } from './no-password.js';
import type { OperatorRow } from '../ports/people/operator-store.js';
import { createOwnPassword } from './own-password.js';
import { refuseWeakPassword } from './password-rules.js';
import { signedInOperator } from '../access/rights.js';
import type { PasskeyProtocol } from './second-factor/passkeys/passkey-protocol.js';
import { createSealedSteps, type SecondFactorStep } from './second-factor/sealed-step.js';
import { newSession, type Browser, type SignedIn } from './sessions.js';
import { createThrottle } from './sign-in-throttle.js';
import type { Services } from '../ports/services.js';

export interface OperatorsOptions extends Pick<Services, 'store' | 'clock'> {
  readonly passwords: Passwords;
  readonly authenticatorCodes: AuthenticatorCodes;
  readonly passkeyProtocol: PasskeyProtocol;
  readonly sealer: Sealer;
  /** Whether operators may sign in with a password. */
  readonly passwordSignIn: boolean;
}

/** A session, or the next step for an operator with a second factor. */
export type SignInResult = SignedIn | SecondFactorStep;

/** Throws a `Refusal` when operators may not sign in with a password. */
export function passwordsOnly({ passwordSignIn }: Pick<OperatorsOptions, 'passwordSignIn'>): void {
  if (!passwordSignIn)
    throw new Refusal(
      'forbidden',
      'Passwords and passkeys are switched off here (PASSWORD_SIGN_IN=false): sign in with your provider. In an emergency, a link of npm run operator -- reset-password works.',
    );
}

/** Sign-in with a password, and change of the password. */
export function createSignIn(options: OperatorsOptions) {
  const { store, clock, passwords } = options;
  const attemptPassword = createThrottle(store, clock);
  const confirmPassword = createOwnPassword(options);
  const steps = createSealedSteps(options.sealer, clock);

  return {
    /** Starts a session, or the step of the second factor. All failures have the same text. Repeated failures are refused as `throttled`. */
    async signIn(given: { email: string; password: string }, browser: Browser): Promise<SignInResult> {
      passwordsOnly(options);
      const operator = await store.operators.byEmail(DEFAULT_ORGANIZATION, given.email);
      const known = operator && knownBrowser(operator, browser.known);
      // A known browser has its own count, so that guesses by others do not block the operator.
      const attempt = await (operator && known !== null
        ? attemptPassword(`browser:${operator.id}:${known}`, null)
        : attemptPassword(`email:${given.email}`, browser.address));
      // Also verified for unknown e-mail addresses, so that the response time does not show which ones exist.
      const isRight = await passwords.verify(
        operator && hasPassword(operator) ? operator.passwordHash : null,
        given.password,
      );
      const at = new Date(clock.now());
      if (operator && isRight && operator.secondFactorSince !== null) {
        await attempt.succeeded();
        return steps.afterPassword(operator);
      }
      if (operator && isRight) {
        const { session, token } = newSession({ ...operator, operatorId: operator.id }, browser, at);
        const audit = selfAuditEntry(operator, browser, clock, 'operator.signed_in');
        if (await store.sessions.begin(session, operator.passwordHash, audit)) {
          await attempt.succeeded();
          return { operator, session, token };
        }
      }
      // Unknown e-mail addresses are not recorded: people type passwords into the wrong field.
      const refused = systemAuditEntry(clock, 'operator.sign_in_refused', operator?.id ?? 'unknown');
      await store.audit.write({ ...refused, address: browser.address });
      throw new Refusal('unauthenticated', 'The e-mail address or the password is not right.');
    },

    /** Changes the operator's own password and ends the other sessions. Returns a new known-browser token. */
    async changePassword(principal: Principal, given: { current: string; next: string }): Promise<string> {
      const { id, sessionId } = signedInOperator(principal);
      const { organizationId } = principal;
      const { operator, attempt } = await confirmPassword(principal, given.current, 'current');
      await attempt.succeeded();
      await refuseWeakPassword(given.next, operator, 'next');
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
        throw new Refusal('invalid', 'The password was just changed elsewhere: sign in with the new one.');
      return newKnownBrowser({ id, passwordHash: change.to });
    },
  };
}

/** The audit entry of an operator's action on their own record, such as signing in, before there is a principal. */
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
